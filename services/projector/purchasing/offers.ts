import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { decimalOf, dividedBy, times } from '#contracts/decimal.ts'
import { offerAnswer, type OfferAnswer } from '#contracts/offers.ts'
import {
  type Alternative,
  purchasedFrom,
  type PurchasedFrom,
} from '#contracts/purchasing/answer.ts'
import { priceShare } from '#contracts/units.ts'
import { moneyOf, scaled } from '../bom/money.ts'
import type { Source } from '../catalogue/source.ts'
import { offersOf } from '../catalogue/offers.ts'
import { json } from '../kernel/sql.ts'
import { partHas } from '../bom/item-rows.ts'
import { partKey, type NeededPart } from './parts.ts'

type OffersByPart = ReadonlyMap<string, readonly OfferAnswer[]>

const entityOf = (kind: PartKind) => linkKinds[kind].entity

const offersRow = z.object({
  kind: z.enum(partKinds),
  id: z.number(),
  offers: z.array(offerAnswer),
})

/** By `partKey`. */
const readOffers = async (
  pool: Pick<DatabasePool, 'any'>,
  { tables, position }: Source,
  parts: readonly NeededPart[],
): Promise<OffersByPart> => {
  const keys = parts.map(({ kind, id }) => ({ kind, entity: entityOf(kind), id }))
  const offers = offersOf(sql.fragment`part.entity`, sql.fragment`part.id`, position)
  const rows = await pool.any(sql.type(offersRow)`
    ${tables} select part.kind, part.id, ${offers} as offers
    from json_to_recordset(${json(keys)}) as part (kind text, entity text, id integer)`)
  return new Map(rows.map((row) => [partKey(row), row.offers]))
}

/** The cost of one piece; null without a cost price, or if the offer has another unit. */
const costOfOne = (unit: string, offer: OfferAnswer): number | null => {
  const share = priceShare(unit, offer.unit)
  if (share === null || offer.costPrice === null) return null
  return Number(dividedBy(times(decimalOf(offer.costPrice), `${share.times}`), `${share.per}`))
}

/** Compares only offers in the same currency. */
export const cheapestFor = (part: NeededPart, offers: OffersByPart): Alternative | null => {
  const { costPrice, unit } = part.item
  const currency = costPrice?.currency ?? 'NOK'
  const comparable = (offers.get(partKey(part)) ?? []).flatMap((offer) => {
    const cost = costOfOne(unit, offer)
    const isKnown = offer.supplierName !== null && offer.costPriceCurrency === currency
    return isKnown && cost !== null ? [{ offer, cost }] : []
  })
  const [cheapest] = comparable.toSorted((a, b) => a.cost - b.cost)
  if (!cheapest) return null
  const { supplierId, supplierName, supplierArticlenumber, ...offer } = cheapest.offer
  return {
    supplier: { id: supplierId, name: supplierName! },
    supplierArticlenumber,
    price: { amount: moneyOf(scaled(decimalOf(offer.costPrice!))), currency, unit: offer.unit },
    minimumOrder: offer.minimumOrder,
    leadTime: offer.leadTime,
  }
}

const contact = purchasedFrom.omit({ name: true })
type Contact = Omit<PurchasedFrom, 'name'>

/** Details that are not in the BOM model. */
export type Details = {
  /** By the id of the supplier. */
  readonly contacts: ReadonlyMap<number, Contact>
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
  const supplierIds = ids(parts.flatMap(({ supplier }) => supplier?.id ?? []))
  const [contacts, numbers, offers] = await Promise.all([
    pool.any(sql.type(contact)`
      ${tables} select id, order_email as "orderEmail", website from suppliers
      where id = any(${supplierIds})`),
    pool.any(sql.type(numbered)`${tables} ${numbersOf(parts)}`),
    readOffers(pool, source, parts),
  ])
  return {
    contacts: new Map(contacts.map((one) => [one.id, one])),
    electricalNumbers: new Map(numbers.map((one) => [partKey(one), one.number])),
    offers,
  }
}
