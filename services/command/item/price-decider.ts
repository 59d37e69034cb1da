import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId, KeptPrice } from '#contracts/catalogue/item.ts'
import { priceOn, withoutPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventData } from '#contracts/events.ts'
import {
  changedPrice,
  defaultPrice,
  factorMissing,
  isNewCost,
  isSamePrice,
  type Price,
  type PricingChanges,
} from '#contracts/pricing.ts'
import { invalid } from '#contracts/refusals.ts'
import type { Decision } from '../kernel/command.ts'

const keys = Object.keys(defaultPrice) as (keyof Price)[]

/** Whether anything at all is said about the price: read-only fields of an answer say nothing. */
const saysNothing = (changes: PricingChanges): boolean =>
  keys.every((key) => changes[key] === undefined)

export type Decided = Decision<CatalogueEvent>
type Pricing = { readonly entity: Entity; readonly id: ItemId; readonly at: string }

/** A price on a day is held against what else would hold on that day. */
export const decidePrice = (
  { prices }: Item,
  { entity, id, at }: Pricing,
  changes: PricingChanges,
  path: string,
): Decided => {
  if (saysNothing(changes)) return []
  const { validFrom, reason } = changes
  const previous = priceOn(prices, validFrom ?? osloDay(at))?.price ?? null
  const price = changedPrice(previous ?? defaultPrice, changes)
  // A cost cannot lose its factor.
  if (changes.priceFactor === null && price.costPrice !== null && price.costPrice !== '0')
    return invalid([{ path: `${path}priceFactor`, message: factorMissing }])
  // Before the first price of a record holds, it reads as one that says nothing.
  const before = previous ?? (prices.length > 0 ? defaultPrice : null)
  // Of a new day it is said also what holds on it anyway: another price may come to hold before that day.
  const isNewDay = Boolean(validFrom) && !prices.some(({ from }) => from === validFrom)
  if (!isNewDay && before && isSamePrice(before, price)) return []
  const data = { entity: entity.name, id, price, previous, ...(validFrom && { validFrom }) }
  return [{ type: 'ItemPriced', data, ...(reason && { marks: { reason } }) }]
}

/** What else is recorded holds on the day again. */
export const withdrawPrice = (
  { prices }: Item,
  { entity, id }: Omit<Pricing, 'at'>,
  day: string,
): Decided => {
  const previous = prices.find(({ from }) => from === day)?.price
  if (!previous) return []
  const price = priceOn(withoutPrice(prices, day), day)?.price ?? defaultPrice
  const data = {
    entity: entity.name,
    id,
    price,
    previous,
    validFrom: day,
    withdrawn: true,
  } as const
  return [{ type: 'ItemPriced', data }]
}

export const nothingPriced: PricingChanges = {
  costPrice: null,
  costPriceCurrency: defaultPrice.costPriceCurrency,
  priceFactor: null,
  listPrice: null,
  unit: null,
}

export const keptPrice = (
  { prices }: Item,
  { price, validFrom = null }: EventData<'ItemPriced'>,
  at: string,
): KeptPrice => {
  const from = validFrom ?? osloDay(at)
  const before = priceOn(prices, from)
  const isNew = isNewCost(price, before?.price ?? null)
  return {
    price,
    from,
    validFrom,
    createdAt: prices[0]?.createdAt ?? at,
    updatedAt: at,
    costPriceUpdatedAt: isNew ? at : (before?.costPriceUpdatedAt ?? null),
  }
}

/** A price that was cleared says nothing, and may be given anew. */
export const hasPrice = ({ prices }: Item, at: string) =>
  !isSamePrice(priceOn(prices, osloDay(at))?.price ?? defaultPrice, defaultPrice)
