import { sql, type QuerySqlToken } from 'slonik'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/links.ts'
import type { Price, PricedEntity } from '#contracts/pricing.ts'
import type { Transaction } from '../kernel/projection.ts'
import { newItem, priced, type ItemFields } from './items.ts'
import { BomModel } from './model.ts'

/**
 * Row after row through a cursor, so that a million of them never lie in memory together. The columns are those
 * of `query`, which is what says that they are a Row.
 */
const eachRow = async <Row>(
  tx: Transaction,
  query: QuerySqlToken,
  take: (row: Row) => void,
): Promise<void> => {
  await tx.query(sql.unsafe`declare bom_rows no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.query(sql.unsafe`fetch 20000 from bom_rows`)
    if (rows.length === 0) break
    for (const row of rows) take(row as Row)
  }
  await tx.query(sql.unsafe`close bom_rows`)
}

type ItemRow = ItemFields & {
  readonly id: number
  readonly supplierId: number | null
  readonly manufacturerId: number | null
  readonly unit: string | null
}

const noId = sql.fragment`null::integer`
const noText = sql.fragment`null::text`

const itemQuery = (kind: LinkKind) => {
  const isAssembly = kind === 'subassembly'
  return sql.unsafe`
    select id,
      ${isAssembly ? sql.fragment`name` : sql.fragment`description`} as "description", type,
      ${isAssembly ? noText : sql.fragment`supplier_articlenumber`} as "supplierArticlenumber",
      ${isAssembly ? noText : sql.fragment`ito_articlenumber`} as "itoArticlenumber",
      ${isAssembly ? noId : sql.fragment`supplier_id`} as "supplierId",
      ${isAssembly ? noId : sql.fragment`manufacturer_id`} as "manufacturerId",
      ${kind === 'component' ? sql.fragment`unit` : noText} as "unit"
    from ${sql.identifier([linkKinds[kind].entity])} order by id`
}

type PriceRow = Price & { readonly entityType: PricedEntity; readonly entityId: number }
type Named = { readonly id: number; readonly name: string }
type LinkRow = {
  readonly from: number
  readonly part: PartKind
  readonly to: number
  readonly quantity: number
  readonly notes: string | null
  readonly sortOrder: number
}

/** The model as the tables have it, in the transaction that reads their checkpoint. */
export const loadModel = async (tx: Transaction): Promise<BomModel> => {
  const model = new BomModel()
  model.dirty = null
  for (const table of ['suppliers', 'manufacturers'] as const)
    await eachRow<Named>(tx, sql.unsafe`select id, name from ${sql.identifier([table])}`, (row) =>
      model.catalogue.name(table, row.id, row.name),
    )
  for (const kind of ['component', 'motor', 'sensor', 'subassembly'] as const)
    await eachRow<ItemRow>(tx, itemQuery(kind), (row) =>
      model.put(kind, row.id, newItem(kind, row.id, row, { ...row, price: null })),
    )
  await eachRow<PriceRow>(
    tx,
    sql.unsafe`
      select entity_type as "entityType", entity_id as "entityId", cost_price as "costPrice",
        cost_price_currency as "costPriceCurrency", price_factor as "priceFactor",
        list_price as "listPrice", unit
      from price`,
    (row) => {
      const kind = row.entityType.replace('type', '') as PartKind
      const item = model.item(kind, row.entityId)
      if (item) model.put(kind, row.entityId, priced(item, row))
    },
  )
  await eachRow<LinkRow>(
    tx,
    sql.unsafe`
      select assembly_id as "from", part, part_id as "to", quantity, notes, sort_order as "sortOrder"
      from assembly_part`,
    (row) => model.linkPart({ ...row, assemblyId: row.from, partId: row.to }),
  )
  await eachRow<LinkRow>(
    tx,
    sql.unsafe`
      select parent_id as "from", child_id as "to", quantity, notes, sort_order as "sortOrder"
      from assembly_link`,
    (row) => model.linkSub({ ...row, parentId: row.from, childId: row.to }),
  )
  model.graph.leaves.arrange()
  model.graph.subs.arrange()
  return model
}
