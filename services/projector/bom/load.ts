import { sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/links.ts'
import type { Price, PricedEntity } from '#contracts/pricing.ts'
import type { Transaction } from '../kernel/projection.ts'
import type { Fragment } from '../kernel/sql.ts'
import { newItem, priced, type ItemFields } from './items.ts'
import { BomModel } from './model.ts'

const rowsPerPage = 5_000
const page = z.object({ rows: z.array(z.unknown()) })

/**
 * Row after row, a page at a time, so that a million of them never lie in memory together. A page comes as one
 * JSON value, which is read several times quicker than as many rows. `from` says which rows come after one, in
 * the order of a key; the columns it names are what a Row is.
 */
const eachRow = async <Row>(
  tx: Transaction,
  from: (last: Row | null) => Fragment,
  take: (row: Row) => void,
): Promise<void> => {
  let last: Row | null = null
  for (;;) {
    const query: QuerySqlToken<typeof page> = sql.type(page)`
      select coalesce(json_agg(q), '[]') as rows from (${from(last)} limit ${rowsPerPage}) q`
    const rows = (await tx.oneFirst(query)) as readonly Row[]
    for (const row of rows) take(row)
    if (rows.length < rowsPerPage) return
    last = rows.at(-1)!
  }
}

type ItemRow = ItemFields & {
  readonly id: number
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  readonly unit: string | null
}

const noId = sql.fragment`null::integer`
const noText = sql.fragment`null::text`

const itemsAfter = (kind: LinkKind) => (last: ItemRow | null) => {
  const isAssembly = kind === 'subassembly'
  return sql.fragment`
    select id,
      ${isAssembly ? sql.fragment`name` : sql.fragment`description`} as "description", type,
      ${isAssembly ? noText : sql.fragment`supplier_articlenumber`} as "supplierArticlenumber",
      ${isAssembly ? noText : sql.fragment`ito_articlenumber`} as "itoArticlenumber",
      ${isAssembly ? noId : sql.fragment`supplier_id`} as "supplierId",
      ${isAssembly ? noId : sql.fragment`manufacturer_id`} as "manufacturerId",
      ${kind === 'component' ? sql.fragment`unit` : noText} as "unit"
    from ${sql.identifier([linkKinds[kind].entity])}
    where id > ${last?.id ?? 0} order by id`
}

type Named = { readonly id: number; readonly name: string }
const namesAfter = (table: string) => (last: Named | null) =>
  sql.fragment`
  select id, name from ${sql.identifier([table])} where id > ${last?.id ?? 0} order by id`

// Decimals as text: a JSON number would round them.
type PriceRow = Price & { readonly entityType: PricedEntity; readonly entityId: number }
const pricesAfter = (last: PriceRow | null) => sql.fragment`
  select entity_type as "entityType", entity_id as "entityId", cost_price::text as "costPrice",
    cost_price_currency as "costPriceCurrency", price_factor::text as "priceFactor",
    list_price::text as "listPrice", unit
  from price
  where (entity_type, entity_id) > (${last?.entityType ?? ''}, ${last?.entityId ?? 0})
  order by entity_type, entity_id`

type LinkRow = {
  readonly from: number
  readonly part: PartKind
  readonly to: number
  readonly quantity: number
  readonly notes: string | null
  readonly sortOrder: number
}
const partLinksAfter = (last: LinkRow | null) => sql.fragment`
  select assembly_id as "from", part, part_id as "to", quantity, notes, sort_order as "sortOrder"
  from assembly_part
  where (assembly_id, part, part_id) > (${last?.from ?? 0}, ${last?.part ?? ''}, ${last?.to ?? 0})
  order by assembly_id, part, part_id`
const subLinksAfter = (last: LinkRow | null) => sql.fragment`
  select parent_id as "from", child_id as "to", quantity, notes, sort_order as "sortOrder"
  from assembly_link
  where (parent_id, child_id) > (${last?.from ?? 0}, ${last?.to ?? 0})
  order by parent_id, child_id`

/** The model as the tables have it, in the transaction that reads their checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const model = new BomModel()
  model.dirty = null
  for (const table of ['suppliers', 'manufacturers'] as const)
    await eachRow<Named>(tx, namesAfter(table), ({ id, name }) =>
      model.catalogue.name(table, id, name),
    )
  for (const kind of ['component', 'motor', 'sensor', 'subassembly'] as const)
    await eachRow<ItemRow>(tx, itemsAfter(kind), (row) =>
      model.put(kind, row.id, newItem(kind, row.id, row, { ...row, price: null })),
    )
  await eachRow<PriceRow>(tx, pricesAfter, (row) => {
    const kind = row.entityType.replace('type', '') as PartKind
    const item = model.item(kind, row.entityId)
    if (item) model.put(kind, row.entityId, priced(item, row))
  })
  await eachRow<LinkRow>(tx, partLinksAfter, (row) =>
    model.linkPart({ ...row, assemblyId: row.from, partId: row.to }),
  )
  await eachRow<LinkRow>(tx, subLinksAfter, (row) =>
    model.linkSub({ ...row, parentId: row.from, childId: row.to }),
  )
  return model
}
