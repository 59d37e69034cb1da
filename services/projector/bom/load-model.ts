import { sql } from 'slonik'
import { kindsOfLink } from '#contracts/assembly/link-kinds.ts'
import type { Transaction } from '../kernel/projection.ts'
import { Links } from '#graph/links.ts'
import type { BomLink, LinkKey, Structure } from './bom-links.ts'
import type { Fragment } from '../kernel/sql.ts'
import { itemRows } from './item-rows.ts'
import { itemOf, type ItemRow } from './items.ts'
import { BomModel } from './model.ts'
import { namedEntities } from './model-parts.ts'

/** The cursor is read to its end. By default Postgres plans for the first rows of a cursor. */
export const readToTheEnd = (tx: Transaction) =>
  tx.query(sql.unsafe`set local cursor_tuple_fraction = 1`)

/**
 * Reads through a cursor, so that a million rows are never in memory at once. The caller guarantees the type of the
 * rows.
 */
export const eachRow = async <Row>(
  tx: Pick<Transaction, 'query'>,
  query: Fragment,
  take: (row: Row) => void,
): Promise<void> => {
  await tx.query(sql.unsafe`declare bom_rows no scroll cursor for ${query}`)
  for (let isWhole = true; isWhole;) {
    const { rows } = await tx.query(sql.unsafe`fetch 5000 from bom_rows`)
    for (const row of rows) take(row as Row)
    isWhole = rows.length === 5_000
  }
  await tx.query(sql.unsafe`close bom_rows`)
}

export type NamedRow = { readonly id: number; readonly name: string }

/** Call it in the transaction that reads the checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const model = new BomModel()
  model.closureChanges = null
  await readToTheEnd(tx)
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
  await readToTheEnd(tx)
  const records = sql.fragment`select id from assemblytypes`
  await eachRow<{ id: number }>(tx, records, ({ id }) => assemblies.add(id))
  const links = sql.fragment`
    select assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"
    from assembly_link where kind = 'subassembly'`
  await eachRow<BomLink>(tx, links, (link) => subassembly.set(link))
  return { links: { subassembly }, assemblies }
}
