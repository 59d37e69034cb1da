import { sql } from 'slonik'
import type { BomModel } from './model.ts'
import type { Transaction } from '../kernel/projection.ts'
import { json } from '../kernel/sql.ts'
import type { AttributeRow, RowChanges } from '../assembly/row-changes.ts'

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

const linkColumns = sql.fragment`
  quantity integer, notes text, "sortOrder" integer, "createdAt" timestamptz`
const linkValues = sql.fragment`
  k.quantity, k.notes, k."sortOrder", coalesce(k."createdAt", old.created_at)`
const overwritten = sql.fragment`
  quantity = excluded.quantity, notes = excluded.notes,
  sort_order = excluded.sort_order, created_at = excluded.created_at`

const writeParts = async (tx: Transaction, { links }: BomModel, { parts }: RowChanges) => {
  if (parts.size === 0) return
  const found = [...parts.values()].map((key) => ({
    ...key,
    link: links[key.part].get(key.assemblyId, key.partId),
  }))
  const gone = found.filter(({ link }) => !link)
  const kept = found.flatMap(({ link, ...key }) => (link ? [{ ...key, ...link }] : []))
  const key = sql.fragment`"assemblyId" integer, part text, "partId" integer`
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_part p using json_to_recordset(${json(gone)}) as g (${key})
      where p.assembly_id = g."assemblyId" and p.part = g.part and p.part_id = g."partId"`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_part
        (assembly_id, part, part_id, quantity, notes, sort_order, created_at)
      select k."assemblyId", k.part, k."partId", ${linkValues}
      from json_to_recordset(${json(kept)}) as k (${key}, ${linkColumns})
      left join assembly_part old
        on old.assembly_id = k."assemblyId" and old.part = k.part and old.part_id = k."partId"
      order by 1, 2, 3
      on conflict (assembly_id, part, part_id) do update set ${overwritten}`)
}

const writeSubs = async (tx: Transaction, { links }: BomModel, { subs }: RowChanges) => {
  if (subs.size === 0) return
  const found = [...subs.values()].map((key) => ({
    ...key,
    link: links.subassembly.get(key.parentId, key.childId),
  }))
  const gone = found.filter(({ link }) => !link)
  const kept = found.flatMap(({ link, ...key }) => (link ? [{ ...key, ...link }] : []))
  const key = sql.fragment`"parentId" integer, "childId" integer`
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_link l using json_to_recordset(${json(gone)}) as g (${key})
      where l.parent_id = g."parentId" and l.child_id = g."childId"`)
  if (kept.length > 0)
    await tx.query(sql.unsafe`
      insert into assembly_link
        (parent_id, child_id, quantity, notes, sort_order, created_at)
      select k."parentId", k."childId", ${linkValues}
      from json_to_recordset(${json(kept)}) as k (${key}, ${linkColumns})
      left join assembly_link old
        on old.parent_id = k."parentId" and old.child_id = k."childId"
      order by 1, 2
      on conflict (parent_id, child_id) do update set ${overwritten}`)
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
  const gone = [...attributes].filter(([, row]) => row === null).map(([id]) => id)
  const kept = [...attributes.values()].filter((row): row is AttributeRow => row !== null)
  if (emptied.size > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where assembly_id = any(${sql.array([...emptied], 'int4')})`)
  if (gone.length > 0)
    await tx.query(sql.unsafe`
      delete from assembly_attribute where id = any(${sql.array(gone, 'int8')})`)
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
