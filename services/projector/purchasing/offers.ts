import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { dividedBy, times } from '#contracts/decimal.ts'
import { currencies } from '#contracts/pricing.ts'
import {
  type Alternative,
  purchasedFrom,
  type PurchasedFrom,
} from '#contracts/purchasing/answer.ts'
import { priceShare } from '#contracts/units.ts'
import { moneyOf, scaled } from '../bom/money.ts'
import type { Source } from '../catalogue/source.ts'
import { inForce } from '../kernel/as-of.ts'
import { json } from '../kernel/sql.ts'
import { partHas } from '../bom/item-rows.ts'
import { partKey, type NeededPart } from './parts.ts'

const offerRow = z.object({
  entity: z.string(),
  id: z.number(),
  supplierId: z.number(),
  supplierName: z.string(),
  supplierArticlenumber: z.string().nullable(),
  costPrice: z.string(),
  currency: z.enum(currencies),
  unit: z.string(),
  minimumOrder: z.number().nullable(),
  leadTime: z.number().nullable(),
})
type Offer = z.output<typeof offerRow>
type OffersByPart = ReadonlyMap<string, readonly Offer[]>

const entityOf = (kind: PartKind) => linkKinds[kind].entity
const keyOf = ({ entity, id }: Pick<Offer, 'entity' | 'id'>) => `${entity} ${id}`

/** Priced offers of suppliers other than the part's own. */
const readOffers = async (
  pool: Pick<DatabasePool, 'any'>,
  { tables, position }: Source,
  parts: readonly NeededPart[],
): Promise<OffersByPart> => {
  const keys = parts.map(({ kind, id }) => ({ entity: entityOf(kind), id }))
  const offers = await pool.any(sql.type(offerRow)`
    ${tables} select o.entity, o.id, o.supplier_id as "supplierId", supplier.name as "supplierName",
      o.supplier_articlenumber as "supplierArticlenumber",
      trim_scale(o.cost_price)::text as "costPrice", o.cost_price_currency as currency, o.unit,
      o.minimum_order::float8 as "minimumOrder", o.lead_time::float8 as "leadTime"
    from json_to_recordset(${json(keys)}) as part (entity text, id integer)
    join offer_version o on o.entity = part.entity and o.id = part.id
    join suppliers supplier on supplier.id = o.supplier_id
    where o.cost_price is not null and ${inForce(position, 'o')}
    order by supplier.name collate norwegian, supplier.id`)
  return Map.groupBy(offers, keyOf)
}

/** The cost of one piece; null if the offer has another unit. */
const costOfOne = (unit: string, offer: Offer): number | null => {
  const share = priceShare(unit, offer.unit)
  if (share === null) return null
  return Number(dividedBy(times(offer.costPrice, `${share.times}`), `${share.per}`))
}

/** Compares only offers in the same currency. */
export const cheapestFor = (
  { kind, id, item }: NeededPart,
  offers: OffersByPart,
): Alternative | null => {
  const currency = item.costPrice?.currency ?? 'NOK'
  const comparable = (offers.get(keyOf({ entity: entityOf(kind), id })) ?? []).flatMap((offer) => {
    const cost = costOfOne(item.unit, offer)
    return offer.currency === currency && cost !== null ? [{ offer, cost }] : []
  })
  const [cheapest] = comparable.toSorted((a, b) => a.cost - b.cost)
  if (!cheapest) return null
  const { supplierId, supplierName, supplierArticlenumber, ...offer } = cheapest.offer
  return {
    supplier: { id: supplierId, name: supplierName },
    supplierArticlenumber,
    price: { amount: moneyOf(scaled(offer.costPrice)), currency, unit: offer.unit },
    minimumOrder: offer.minimumOrder,
    leadTime: offer.leadTime,
  }
}

/** Details that are not in the BOM model. */
export type Details = {
  readonly suppliers: ReadonlyMap<number, PurchasedFrom>
  /** By `partKey`. */
  readonly electricalNumbers: ReadonlyMap<string, string>
  readonly offers: OffersByPart
}

const numbered = z.object({ kind: z.enum(partKinds), id: z.number(), number: z.string() })

const ids = (found: Iterable<number>) => sql.array([...new Set(found)], 'int4')

const numbersOf = (parts: readonly NeededPart[]) =>
  sql.join(
    partKinds
      .filter((kind) => partHas(kind, 'electricalNumber'))
      .map((kind) => {
        const own = ids(parts.flatMap((part) => (part.kind === kind ? part.id : [])))
        return sql.fragment`
          select ${kind} as kind, id, electrical_number as number
          from ${sql.identifier([entityOf(kind)])}
          where id = any(${own}) and electrical_number is not null`
      }),
    sql.fragment` union all `,
  )

export const readDetails = async (
  pool: Pick<DatabasePool, 'any'>,
  source: Source,
  parts: readonly NeededPart[],
): Promise<Details> => {
  const { tables } = source
  const supplierIds = ids(parts.flatMap(({ item: { supplierId } }) => supplierId ?? []))
  const [suppliers, numbers, offers] = await Promise.all([
    pool.any(sql.type(purchasedFrom)`
      ${tables} select id, name, order_email as "orderEmail", website from suppliers
      where id = any(${supplierIds})`),
    pool.any(sql.type(numbered)`${tables} ${numbersOf(parts)}`),
    readOffers(pool, source, parts),
  ])
  return {
    suppliers: new Map(suppliers.map((supplier) => [supplier.id, supplier])),
    electricalNumbers: new Map(numbers.map((one) => [partKey(one), one.number])),
    offers,
  }
}
