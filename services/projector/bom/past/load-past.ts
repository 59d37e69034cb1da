import { sql } from 'slonik'
import type { Position } from '#contracts/event-log.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { inForce } from '../../kernel/as-of.ts'
import type { Transaction } from '../../kernel/projection.ts'
import type { Fragment } from '../../kernel/sql.ts'
import { priceThen } from '../../prices/price-then.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import { itemRows, type Sources } from '../item-rows.ts'
import { itemOf, type ItemRow } from '../items.ts'
import { eachRow } from '../load-model.ts'
import { BomModel } from '../model.ts'
import type { Extent } from './extent.ts'

const linkColumns = sql.fragment`
  kind, assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"`

const linksWithin = (extent: Extent, position: Position) => {
  const then = inForce(position)
  if (extent.what === 'everything')
    return sql.unsafe`select ${linkColumns} from link_version where ${then}`
  if (extent.what === 'below')
    return sql.unsafe`
      with recursive below (id) as (
        select ${extent.id}::integer
        union
        select item_id from below join link_version on assembly_id = id and kind = 'subassembly'
        where ${then}
      )
      select ${linkColumns} from below join link_version on assembly_id = id where ${then}`
  return sql.unsafe`
    with recursive above (part, id) as (
      select ${extent.kind}, ${extent.id}::integer
      union
      select 'subassembly', assembly_id from above join link_version on kind = part and item_id = id
      where ${then}
    )
    select ${linkColumns} from above join link_version on kind = part and item_id = id where ${then}`
}

/** Records as they were, and their prices; of all of a kind unless it is said which. */
const sourcesAt = (position: Position, ids: readonly number[] | null): Sources => ({
  records: (kind) => sql.fragment`(
    select id::integer, said.* from record_version cross join lateral jsonb_to_record(fields) as said (
      name text, description text, type text, supplier_articlenumber text, ito_articlenumber text,
      supplier_id integer, manufacturer_id integer, unit text)
    where entity = ${linkKinds[kind].entity} ${among(ids)} and ${inForce(position)})`,
  prices: sql.fragment`(${priceThen(position)})`,
})

const among = (ids: readonly number[] | null): Fragment =>
  ids ? sql.fragment`and id = any(${sql.array(ids.map(String), 'text')})` : sql.fragment``

type Named = { readonly id: number; readonly name: string }

/** The part of the model that a question needs, as it was at a position of the log, and how many links and items it has. */
export const loadPast = async (tx: Transaction, position: Position, extent: Extent) => {
  const model = new BomModel()
  model.closureChanges = null
  let size = 0
  const ids = {} as Record<LinkKind, Set<number>>
  for (const kind of kindsOfLink) ids[kind] = new Set()
  if (extent.what === 'below') ids.subassembly.add(extent.id)
  if (extent.what === 'above') ids[extent.kind].add(extent.id)
  await eachRow<LinkKey & BomLink>(tx, linksWithin(extent, position), (row) => {
    model.link(row, row)
    ids.subassembly.add(row.from)
    ids[row.kind].add(row.to)
    size++
  })
  const names = { suppliers: new Set<number>(), manufacturers: new Set<number>() }
  for (const kind of kindsOfLink) {
    const sources = sourcesAt(position, extent.what === 'everything' ? null : [...ids[kind]])
    await eachRow<ItemRow>(tx, sql.unsafe`${itemRows(kind, sources)} order by r.id`, (row) => {
      const item = itemOf(kind, row)
      model.put(kind, row.id, item)
      if (item.supplierId !== null) names.suppliers.add(item.supplierId)
      if (item.manufacturerId !== null) names.manufacturers.add(item.manufacturerId)
      size++
    })
  }
  for (const entity of ['suppliers', 'manufacturers'] as const)
    await eachRow<Named>(
      tx,
      sql.unsafe`
        select id::integer, fields->>'name' as name from record_version
        where entity = ${entity} ${among([...names[entity]])} and ${inForce(position)}`,
      ({ id, name }) => model.names[entity].set(id, name),
    )
  return { model, size }
}
