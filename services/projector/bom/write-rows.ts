import { sql } from 'slonik'
import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Transaction } from '../kernel/projection.ts'
import { givenRows } from '../kernel/given-rows.ts'
import { json } from '../kernel/sql.ts'
import type { LinkKey } from './bom-links.ts'
import type { BomModel } from './model.ts'

type ChangedLink = LinkKey & {
  /** Creation time, if created in this batch. */
  readonly createdAt: string | null
}
type AttributeRow = Omit<DataOf<AssemblyEvent, 'AttributeAdded'>, 'attributeId'> & {
  id: number
  createdAt: string
}

/** Collects only the keys of links. Their values come from the model at the end of the batch, so each is written once. */
export class RowChanges {
  readonly links = new Map<string, ChangedLink>()
  /** Null if removed. */
  readonly attributes = new Map<number, AttributeRow | null>()
  readonly emptied = new Set<number>()
  /** By assembly: the revision of its last structure event plus one. */
  readonly restructured = new Map<number, number>()
  /** Assemblies whose answer must be remade. */
  readonly assemblies = new Set<number>()

  link({ kind, from, to }: LinkKey, madeAt: string | null): void {
    const key = `${kind} ${from} ${to}`
    const createdAt = madeAt ?? this.links.get(key)?.createdAt ?? null
    this.links.set(key, { kind, from, to, createdAt })
    this.assemblies.add(from)
  }

  restructure(assemblyId: number, revision: bigint): void {
    this.restructured.set(assemblyId, Number(revision) + 1)
  }

  attribute(assemblyId: number, id: number, row: AttributeRow | null): void {
    this.attributes.set(id, row)
    this.assemblies.add(assemblyId)
  }

  removed(assemblyId: number): void {
    this.emptied.add(assemblyId)
    this.restructured.delete(assemblyId)
    for (const [id, row] of this.attributes)
      if (row?.assemblyId === assemblyId) this.attributes.set(id, null)
  }
}

export const writeRows = async (
  tx: Transaction,
  model: BomModel,
  changes: RowChanges,
): Promise<void> => {
  await writeLinks(tx, model, changes)
  await writeAttributes(tx, changes)
  await writeVersions(tx, changes)
}

const writeLinks = async (tx: Transaction, { links }: BomModel, changes: RowChanges) => {
  const deleted: object[] = []
  const kept: object[] = []
  for (const { kind, from, to, createdAt } of changes.links.values()) {
    const key = { kind, assembly_id: from, item_id: to }
    const link = links[kind].get(from, to)
    if (!link) deleted.push(key)
    else {
      const { quantity, notes, sortOrder: sort_order } = link
      kept.push({ ...key, quantity, notes, sort_order, created_at: createdAt })
    }
  }
  if (deleted.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_link where (assembly_id, kind, item_id) in (
        select assembly_id, kind, item_id
        from json_populate_recordset(null::assembly_link, ${json(deleted)}))`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_link
      select assembly_id, kind, item_id, given.quantity, given.notes, given.sort_order,
        coalesce(given.created_at, old.created_at)
      from ${await givenRows(tx, 'assembly_link', kept)} given left join assembly_link old using (assembly_id, kind, item_id)
      order by assembly_id, kind, item_id
      on conflict (assembly_id, kind, item_id) do update set
        quantity = excluded.quantity, notes = excluded.notes,
        sort_order = excluded.sort_order, created_at = excluded.created_at`)
}

/** After a fill the history tables contain every link and attribute. */
export const takeFromHistory = async (tx: Transaction): Promise<void> => {
  // With wal_level=minimal, rows of a table truncated in the same transaction skip the WAL.
  await tx.query(sql.unsafe`truncate assembly_link, assembly_attribute`)
  await tx.query(sql.unsafe`
    insert into assembly_link
    select assembly_id, kind, item_id, quantity, notes, sort_order, created_at from link_version
    where ended is null order by assembly_id, kind, item_id`)
  await tx.query(sql.unsafe`
    insert into assembly_attribute
    select id, assembly_id, description, value, unit, drawing_number, editable, sort_order, created_at
    from attribute_version where ended is null order by id`)
  await tx.query(sql.unsafe`analyze assembly_link`)
}

const writeVersions = async (tx: Transaction, { restructured }: RowChanges) => {
  if (restructured.size === 0) return
  const rows = [...restructured].map(([id, version]) => ({ id, version }))
  await tx.query(sql.unsafe`
    update assemblytypes kept set structure_version = now.version
    from json_to_recordset(${json(rows)}) as now (id integer, version bigint)
    where kept.id = now.id`)
}

const writeAttributes = async (tx: Transaction, { attributes, emptied }: RowChanges) => {
  const deleted = [...attributes].filter(([, row]) => row === null).map(([id]) => id)
  const kept = [...attributes.values()].filter((row): row is AttributeRow => row !== null)
  if (emptied.size > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where assembly_id = any(${sql.array([...emptied], 'int4')})`)
  if (deleted.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where id = any(${sql.array(deleted, 'int8')})`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_attribute
        (id, assembly_id, description, value, unit, drawing_number, editable, sort_order, created_at)
      select * from json_to_recordset(${json(kept)}) as k (
        id bigint, "assemblyId" integer, description text, value text, unit text,
        "drawingNumber" text, editable boolean, "sortOrder" integer, "createdAt" timestamptz)
      on conflict (id) do update set
        description = excluded.description, value = excluded.value, unit = excluded.unit,
        drawing_number = excluded.drawing_number, editable = excluded.editable,
        sort_order = excluded.sort_order`)
}
