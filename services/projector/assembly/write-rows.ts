import { sql } from 'slonik'
import type { BomModel } from '../bom/model.ts'
import type { Transaction } from '../kernel/projection.ts'
import type { AttributeRow, RowChanges } from './row-changes.ts'

/** Rows as columns, for unnest: one statement whatever their number. */
const ints = (values: readonly number[]) => sql.array(values, 'int4')
/** Postgres takes neither NUL nor half of a surrogate pair; a text that has one must not stop the projector. */
const clean = (text: string | null) => text?.toWellFormed().replaceAll('\u0000', '\ufffd') ?? null
const texts = (values: readonly (string | null)[]) => sql.array(values.map(clean), 'text')
const times = (values: readonly (string | null)[]) => sql.array(values, 'timestamptz')

export const writeRows = async (
  tx: Transaction,
  model: BomModel,
  changes: RowChanges,
): Promise<void> => {
  await writeParts(tx, model, changes)
  await writeSubs(tx, model, changes)
  await writeAttributes(tx, changes)
  await writeVersions(tx, changes)
}

const writeParts = async (tx: Transaction, { graph }: BomModel, { parts }: RowChanges) => {
  if (parts.size === 0) return
  const { assemblies, leaves } = graph
  const found = [...parts.values()].map((key) => ({
    ...key,
    link: leaves.find(assemblies.of(key.assemblyId), graph.parts.of(key.part, key.partId)),
  }))
  const gone = found.filter(({ link }) => link < 0)
  const kept = found.filter(({ link }) => link >= 0)
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_part p
      using unnest(${ints(gone.map((l) => l.assemblyId))}, ${texts(gone.map((l) => l.part))},
                   ${ints(gone.map((l) => l.partId))}) as g (assembly_id, part, part_id)
      where p.assembly_id = g.assembly_id and p.part = g.part and p.part_id = g.part_id`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_part
        (assembly_id, part, part_id, quantity, notes, sort_order, created_at)
      select assembly_id, part, part_id, k.quantity, k.notes, k.sort_order,
             coalesce(k.created_at, old.created_at)
      from unnest(
        ${ints(kept.map((l) => l.assemblyId))}, ${texts(kept.map((l) => l.part))},
        ${ints(kept.map((l) => l.partId))}, ${ints(kept.map((l) => leaves.quantity[l.link]!))},
        ${texts(kept.map((l) => leaves.notes.get(l.link) ?? null))},
        ${ints(kept.map((l) => leaves.sortOrder[l.link]!))}, ${times(kept.map((l) => l.createdAt))}
      ) as k (assembly_id, part, part_id, quantity, notes, sort_order, created_at)
      left join assembly_part old using (assembly_id, part, part_id)
      order by 1, 2, 3
      on conflict (assembly_id, part, part_id) do update
        set quantity = excluded.quantity, notes = excluded.notes,
            sort_order = excluded.sort_order, created_at = excluded.created_at`)
}

const writeSubs = async (tx: Transaction, { graph }: BomModel, { subs: keys }: RowChanges) => {
  if (keys.size === 0) return
  const { assemblies, subs } = graph
  const found = [...keys.values()].map((key) => ({
    ...key,
    link: subs.find(assemblies.of(key.parentId), assemblies.of(key.childId)),
  }))
  const gone = found.filter(({ link }) => link < 0)
  const kept = found.filter(({ link }) => link >= 0)
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_link l
      using unnest(${ints(gone.map((l) => l.parentId))}, ${ints(gone.map((l) => l.childId))})
        as g (parent_id, child_id)
      where l.parent_id = g.parent_id and l.child_id = g.child_id`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_link
        (parent_id, child_id, quantity, notes, sort_order, created_at)
      select parent_id, child_id, k.quantity, k.notes, k.sort_order,
             coalesce(k.created_at, old.created_at)
      from unnest(
        ${ints(kept.map((l) => l.parentId))}, ${ints(kept.map((l) => l.childId))},
        ${ints(kept.map((l) => subs.quantity[l.link]!))},
        ${texts(kept.map((l) => subs.notes.get(l.link) ?? null))},
        ${ints(kept.map((l) => subs.sortOrder[l.link]!))}, ${times(kept.map((l) => l.createdAt))}
      ) as k (parent_id, child_id, quantity, notes, sort_order, created_at)
      left join assembly_link old using (parent_id, child_id)
      order by 1, 2
      on conflict (parent_id, child_id) do update
        set quantity = excluded.quantity, notes = excluded.notes,
            sort_order = excluded.sort_order, created_at = excluded.created_at`)
}

const writeVersions = async (tx: Transaction, { restructured }: RowChanges) => {
  if (restructured.size === 0) return
  await tx.query(sql.unsafe`
    update assemblytypes kept set structure_version = now.version
    from unnest(${ints([...restructured.keys()])}, ${sql.array([...restructured.values()], 'int8')})
      as now (id, version)
    where kept.id = now.id`)
}

const writeAttributes = async (tx: Transaction, { attributes, emptied }: RowChanges) => {
  const gone = [...attributes].filter(([, row]) => row === null).map(([id]) => id)
  const kept = [...attributes.values()].filter((row): row is AttributeRow => row !== null)
  if (emptied.size > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where assembly_id = any(${ints([...emptied])})`)
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where id = any(${sql.array(gone, 'int8')})`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_attribute
        (id, assembly_id, description, value, unit, drawing_number, editable, sort_order, created_at)
      select * from unnest(
        ${sql.array(
          kept.map((row) => row.id),
          'int8',
        )}, ${ints(kept.map((row) => row.assemblyId))},
        ${texts(kept.map((row) => row.description))}, ${texts(kept.map((row) => row.value))},
        ${texts(kept.map((row) => row.unit))}, ${texts(kept.map((row) => row.drawingNumber))},
        ${sql.array(
          kept.map((row) => row.editable),
          'bool',
        )},
        ${ints(kept.map((row) => row.sortOrder))}, ${times(kept.map((row) => row.createdAt))})
      on conflict (id) do update set
        description = excluded.description, value = excluded.value, unit = excluded.unit,
        drawing_number = excluded.drawing_number, editable = excluded.editable,
        sort_order = excluded.sort_order`)
}
