import { sql } from 'slonik'
import {
  kindsOfLink,
  linkKinds,
  type LinkKind,
  type PartKind,
} from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { DataWith } from '#contracts/events.ts'
import { typesConcerning, type Batch, type Transaction } from '../kernel/projection.ts'
import type { Fragment } from '../kernel/sql.ts'
import { itemRow, type ItemRow } from './items.ts'

/** Whether parts of this kind have the field. */
export const partHas = (kind: PartKind, key: string): boolean =>
  key in entityNamed(linkKinds[kind].entity).fields

export const assemblyRows = (records: Fragment = sql.fragment`assemblytypes`): Fragment =>
  sql.fragment`select r.id, r.name as description, r.type from ${records} r`

/** Records with their prices. Amounts are text, since JSON numbers would round them. */
export const partRows = (
  kind: PartKind,
  records: Fragment = sql.identifier([linkKinds[kind].entity]),
  prices: Fragment = sql.fragment`price`,
): Fragment => {
  const type = sql.literalValue(entityNamed(linkKinds[kind].entity).priced!)
  return sql.fragment`
    select r.id, r.description, r.type, r.supplier_articlenumber as "supplierArticlenumber",
      r.ito_articlenumber as "itoArticlenumber", r.supplier_id as "supplierId",
      r.manufacturer_id as "manufacturerId", ${partHas(kind, 'unit') ? sql.fragment`r.unit` : sql.fragment`null`} as unit,
      p.cost_price::text as "costPrice", p.cost_price_currency as currency,
      p.price_factor::text as "priceFactor",
      p.unit as "priceUnit", coming.holds_from::text as "comingFrom",
      coming.cost_price::text as "comingCost", coming.cost_price_currency as "comingCurrency",
      coming.unit as "comingUnit"
    from ${records} r
    left join ${prices} p on p.entity_type = ${type} and p.entity_id = r.id
    left join price_history coming on coming.entity_type = p.entity_type
      and coming.entity_id = p.entity_id and coming.position = p.coming`
}

export const itemRows = (kind: LinkKind): Fragment =>
  kind === 'subassembly' ? assemblyRows() : partRows(kind)

const changing = typesConcerning('bomItems')

/** The changed records as they are after the batch; null if deleted. */
export const changedItems = async (tx: Transaction, { events, day, dayBefore, touched }: Batch) => {
  const found: { kind: LinkKind; id: number; row: ItemRow | null }[] = []
  const changed = events
    .filter(({ type }) => changing.includes(type))
    .map(({ data }) => data as DataWith<'removed'> & { readonly id: number })
  for (const kind of kindsOfLink) {
    const own = changed.filter(({ entity }) => entity === linkKinds[kind].entity)
    // Prices that became valid on the new day.
    const others = day === dayBefore ? [] : touched.of(linkKinds[kind].entity)
    const ids = [...new Set([...own.map(({ id }) => id), ...others.map(Number)])]
    if (ids.length === 0) continue
    const rows = await tx.any(sql.prepared(`rows of ${kind}`, itemRow)`
      ${itemRows(kind)} where r.id = any(${sql.array(ids, 'int4')})`)
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) found.push({ kind, id, row: known.get(id) ?? null })
  }
  return found
}
