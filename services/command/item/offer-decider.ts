import type { Item, ItemId, KeptOffer } from '#contracts/catalogue/item.ts'
import { emptyOffer, isSameOffer, type Offer } from '#contracts/catalogue/offer.ts'
import { priceOn } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import { numberOrNull } from '#contracts/decimal.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value, Values } from '#contracts/fields.ts'
import { changedOffer, type OfferChanges } from '#contracts/offers.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import { invalid, refuse } from '#contracts/refusals.ts'
import { capitalized } from '#contracts/text.ts'
import { both } from '../kernel/command.ts'
import { decideFields, decidePrice, type Decided, type Pricing } from './revision-decider.ts'

type Which = { id: ItemId; supplierId: number }
export type OfferCommand =
  | { type: 'SetOffer'; data: Which & { changes: OfferChanges } }
  | { type: 'RemoveOffer'; data: Which }
  | { type: 'PreferOffer'; data: Which & { reason: Reason } }

const notFound = refuse('NOT_FOUND')

export const offerIn = ({ createdAt: _made, updatedAt: _changed, ...offer }: KeptOffer): Offer =>
  offer

const offerMade = (
  entity: Entity,
  { id, supplierId }: Which,
  offer: Offer,
  reason?: Reason,
): Decided => {
  const data = { entity: entity.name, id, supplierId, offer }
  return [{ type: 'OfferMade', data, ...(reason && { marks: { reason } }) }]
}

export const setOffer = (
  item: Item,
  entity: Entity,
  { changes, ...which }: Extract<OfferCommand, { type: 'SetOffer' }>['data'],
): Decided => {
  const { the } = entity.noun
  if (item.values['supplierId'] === which.supplierId)
    return invalid([
      {
        path: 'supplierId',
        message: `${capitalized(the)} kjøpes fra denne leverandøren fra før. Endre ${the} i stedet.`,
      },
    ])
  const before = item.offers.get(which.supplierId)
  const offer = changedOffer(before ? offerIn(before) : emptyOffer, changes)
  if (before && isSameOffer(before, offer)) return []
  return offerMade(entity, which, offer, changes.reason)
}

export const removeOffer = (item: Item, entity: Entity, which: Which): Decided =>
  item.offers.has(which.supplierId)
    ? [{ type: 'OfferRemoved', data: { entity: entity.name, ...which } }]
    : notFound

const ownOffer = ({ values, prices }: Item, at: string): Offer => {
  const price = priceOn(prices, osloDay(at))?.price ?? defaultPrice
  const valueOf = <V extends Value>(key: string) => (values[key] ?? null) as V | null
  return {
    supplierArticlenumber: valueOf<string>('supplierArticlenumber'),
    costPrice: price.costPrice,
    costPriceCurrency: price.costPriceCurrency,
    unit: price.unit,
    minimumOrder: valueOf<number>('minimumOrder'),
    leadTime: valueOf<number>('leadTime'),
  }
}

/** Sets the item's price to the supplier's, from today and from the day of each coming price. */
const repriced = (
  item: Item,
  pricing: Pricing,
  { costPrice, costPriceCurrency, unit }: Offer,
  reason: Reason,
): Decided => {
  if (item.prices.length === 0 && costPrice === null) return []
  const changes = { costPrice: numberOrNull(costPrice), costPriceCurrency, unit, reason }
  const today = osloDay(pricing.at)
  const coming = item.prices.filter(({ from }) => from > today)
  return [null, ...coming.map(({ from }) => from)]
    .map((validFrom) => decidePrice(item, pricing, { ...changes, validFrom }, ''))
    .reduce(both)
}

/** Makes the supplier the item's own. The former supplier's terms become an offer. */
export const preferOffer = (
  item: Item,
  entity: Entity,
  { reason, ...which }: Extract<OfferCommand, { type: 'PreferOffer' }>['data'],
  at: string,
): Decided => {
  const { id, supplierId } = which
  const offer = item.offers.get(supplierId)
  if (!offer) return notFound
  const former = item.values['supplierId']
  const { supplierArticlenumber, minimumOrder, leadTime } = offer
  const changes: Values = { supplierId, supplierArticlenumber, minimumOrder, leadTime }
  return [
    removeOffer(item, entity, which),
    typeof former === 'number'
      ? offerMade(entity, { id, supplierId: former }, ownOffer(item, at))
      : [],
    decideFields(item, entity, { id, changes }),
    repriced(item, { entity, id, at }, offer, reason),
  ].reduce(both)
}
