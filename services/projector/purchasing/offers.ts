import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { decimalOf, dividedBy, times } from '#contracts/decimal.ts'
import { offerAnswer, type OfferAnswer } from '#contracts/offers.ts'
import { purchasedFrom, type Alternative } from '#contracts/purchasing/answer.ts'
import { priceShare } from '#contracts/units.ts'
import { partHas } from '../bom/item-rows.ts'
import type { Item } from '../bom/items.ts'
import { moneyOf, scaled } from '../bom/money.ts'
import type { Source } from '../catalogue/source.ts'
import { offersOf } from '../catalogue/offers.ts'
import { caseOf, json } from '../kernel/sql.ts'
import { partKey, type NeededPart } from './parts.ts'

/** The cost of one piece; null without a cost price, or if the offer has another unit. */
const costOfOne = (unit: string, offer: OfferAnswer): number | null => {
  const share = priceShare(unit, offer.unit)
  if (share === null || offer.costPrice === null) return null
  return Number(dividedBy(times(decimalOf(offer.costPrice), `${share.times}`), `${share.per}`))
}

/** Compares only offers in the same currency. */
export const cheapestOf = (
  offers: readonly OfferAnswer[],
  { costPrice, unit }: Item,
): Alternative | null => {
  const currency = costPrice?.currency ?? 'NOK'
  const comparable = offers.flatMap((offer) => {
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
const detail = z.object({
  kind: z.enum(partKinds),
  id: z.number(),
  electricalNumber: z.string().nullable(),
  offers: z.array(offerAnswer),
})

export type Details = {
  /** By the id of the supplier. */
  readonly contacts: ReadonlyMap<number, z.output<typeof contact>>
  /** By `partKey`. */
  readonly parts: ReadonlyMap<string, z.output<typeof detail>>
}

const electricalNumber = caseOf(
  sql.fragment`part.kind`,
  partKinds
    .filter((kind) => partHas(kind, 'electricalNumber'))
    .map((kind) => {
      const table = sql.identifier([linkKinds[kind].entity])
      return [kind, sql.fragment`(select electrical_number from ${table} r where r.id = part.id)`]
    }),
)

export const readDetails = async (
  pool: Pick<DatabasePool, 'any'>,
  { tables, position }: Source,
  parts: readonly NeededPart[],
): Promise<Details> => {
  const keys = parts.map(({ kind, id }) => ({ kind, entity: linkKinds[kind].entity, id }))
  const offers = offersOf(sql.fragment`part.entity`, sql.fragment`part.id`, position)
  const suppliers = new Set(parts.flatMap(({ supplier }) => supplier?.id ?? []))
  const [contacts, details] = await Promise.all([
    pool.any(sql.type(contact)`
      ${tables} select id, order_email as "orderEmail", website from suppliers
      where id = any(${sql.array([...suppliers], 'int4')})`),
    pool.any(sql.type(detail)`
      ${tables} select part.kind, part.id, ${offers} as offers,
        ${electricalNumber} as "electricalNumber"
      from json_to_recordset(${json(keys)}) as part (kind text, entity text, id integer)`),
  ])
  return {
    contacts: new Map(contacts.map((one) => [one.id, one])),
    parts: new Map(details.map((one) => [partKey(one), one])),
  }
}
