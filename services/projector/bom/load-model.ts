import { sql } from 'slonik'
import { kindsOfLink } from '#contracts/assembly/link-kinds.ts'
import { eachRow } from '../kernel/cursor.ts'
import type { Transaction } from '../kernel/projection.ts'
import { Links } from '#graph/links.ts'
import type { BomLink, LinkKey, Structure } from './bom-links.ts'
import { itemRows } from './item-rows.ts'
import { itemOf, type ItemRow } from './items.ts'
import { BomModel } from './model.ts'
import { namedEntities } from './model-parts.ts'

export type NamedRow = { readonly id: number; readonly name: string }

/** Call it in the transaction that reads the checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const model = new BomModel()
  model.closureChanges = null
  for (const table of namedEntities)
    await eachRow<NamedRow>(
      tx,
      sql.fragment`select id, name from ${sql.identifier([table])}`,
      (row) => model.names[table].set(row.id, row.name),
    )
  for (const kind of kindsOfLink)
    await eachRow<ItemRow>(tx, sql.fragment`${itemRows(kind)} order by r.id`, (row) =>
      model.put(kind, row.id, itemOf(kind, row)),
    )
  const links = sql.fragment`
    select kind, assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link`
  await eachRow<LinkKey & BomLink>(tx, links, (row) => model.link(row, row))
  return model
}

/** The part of the model that its closure is made of. */
export const loadStructure = async (tx: Transaction): Promise<Structure> => {
  const subassembly = new Links<BomLink>()
  const assemblies = new Set<number>()
  const records = sql.fragment`select id from assemblytypes`
  await eachRow<{ id: number }>(tx, records, ({ id }) => assemblies.add(id))
  const links = sql.fragment`
    select assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link where kind = 'subassembly'`
  await eachRow<BomLink>(tx, links, (link) => subassembly.set(link))
  return { links: { subassembly }, assemblies }
}
