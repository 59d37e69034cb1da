import { sql } from 'slonik'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Fragment } from '../kernel/sql.ts'

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
