import { sql } from 'slonik'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EventData } from '#contracts/events.ts'
import type { Batch, Transaction } from '../kernel/projection.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { itemRow, type ItemRow } from './items.ts'

const ownColumns = (kind: LinkKind): Fragment =>
  kind === 'subassembly'
    ? sql.fragment`r.name as description, r.type`
    : sql.fragment`
        r.description, r.type, r.supplier_articlenumber as "supplierArticlenumber",
        r.ito_articlenumber as "itoArticlenumber", r.supplier_id as "supplierId",
        r.manufacturer_id as "manufacturerId" ${kind === 'component' ? sql.fragment`, r.unit` : nothing}`

export type Sources = {
  /** The records of a kind, by the names of their columns. */
  readonly records: (kind: LinkKind) => Fragment
  readonly prices: Fragment
}

const present: Sources = {
  records: (kind) => sql.identifier([linkKinds[kind].entity]),
  prices: sql.fragment`price`,
}

export const itemRows = (kind: LinkKind, { records, prices }: Sources = present): Fragment => {
  const { priced } = entityNamed(linkKinds[kind].entity)
  const own = sql.fragment`p.entity_type = ${sql.literalValue(priced ?? '')} and p.entity_id = r.id`
  return sql.fragment`
    select r.id, ${ownColumns(kind)}, p.cost_price as "costPrice", p.cost_price_currency as currency,
      p.price_factor as "priceFactor", p.list_price is not null as listed, p.unit as "priceUnit",
      coming.holds_from::text as "comingFrom", coming.cost_price as "comingCost",
      coming.cost_price_currency as "comingCurrency", coming.unit as "comingUnit"
    from ${records(kind)} r
    left join ${prices} p on ${priced ? own : sql.fragment`false`}
    left join price_history coming on coming.entity_type = p.entity_type
      and coming.entity_id = p.entity_id and coming.position = p.coming`
}

/** The records that the events are about, as they are after the whole batch; null of what is gone. */
export const changedItems = async (tx: Transaction, { events, day, dayBefore, touched }: Batch) => {
  const found: { kind: LinkKind; id: number; row: ItemRow | null }[] = []
  const changed = events
    .filter(({ type }) => type.startsWith('Item'))
    .map(({ data }) => data as EventData<'ItemRemoved'> & { readonly id: number })
  for (const kind of kindsOfLink) {
    const own = changed.filter(({ entity }) => entity === linkKinds[kind].entity)
    // Prices that have begun with the day.
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
