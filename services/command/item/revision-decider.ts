import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { priceOn, withoutPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import { isSame, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import {
  changedPrice,
  defaultPrice,
  factorMissing,
  isSamePrice,
  type Price,
  type PricingChanges,
} from '#contracts/pricing.ts'
import { invalid, type FieldError } from '#contracts/refusals.ts'
import { required } from '#contracts/validation.ts'
import { both, type Decision } from '../kernel/command.ts'

export type Decided = Decision<CatalogueEvent>

export type Revision = {
  id: ItemId
  changes: Values
  pricing: PricingChanges | null
  /** Restored values may lack fields that are now required. */
  isRestored?: boolean
  /** The date of the price to withdraw. */
  withdrawn?: string | null | undefined
}

export const valueOf = (entity: Entity, values: Values, key: string): Value =>
  values[key] ?? emptyOf(entity.fields[key]!)

const differences = (entity: Entity, item: Item, given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => !isSame(valueOf(entity, item.values, key), value),
    ),
  )

const emptiedOf = (entity: Entity, differing: Values): readonly FieldError[] =>
  Object.entries(differing)
    .filter(([key, value]) => entity.fields[key]?.required && (value === null || value === ''))
    .map(([path]) => ({ path, message: required }))

export const decideFields = (
  item: Item,
  entity: Entity,
  { id, changes: requested, isRestored }: Pick<Revision, 'id' | 'changes' | 'isRestored'>,
): Decided => {
  const changes = differences(entity, item, requested)
  const emptied = isRestored ? [] : emptiedOf(entity, changes)
  if (emptied.length > 0) return invalid(emptied)
  if (Object.keys(changes).length === 0) return []
  return [{ type: 'ItemRevised', data: { entity: entity.name, id, changes } }]
}

const keys = Object.keys(defaultPrice) as (keyof Price)[]

/** True if no price field is given. Read-only fields do not count. */
const saysNothing = (changes: PricingChanges): boolean =>
  keys.every((key) => changes[key] === undefined)

export type Pricing = { readonly entity: Entity; readonly id: ItemId; readonly at: string }

/** A cost price needs a factor. */
const lacksFactor = ({ costPrice }: Price, { priceFactor }: PricingChanges): boolean =>
  priceFactor === null && costPrice !== null && costPrice !== '0'

/** A new date is recorded even with an unchanged price, since another price may become valid before it. */
const isNewDay = ({ prices }: Item, { validFrom }: PricingChanges): boolean =>
  Boolean(validFrom) && !prices.some(({ from }) => from === validFrom)

/** Compares a dated price with the price otherwise valid on that date. */
export const decidePrice = (
  item: Item,
  { entity, id, at }: Pricing,
  changes: PricingChanges,
  path: string,
): Decided => {
  if (saysNothing(changes)) return []
  const { prices } = item
  const { validFrom, reason } = changes
  const previous = priceOn(prices, validFrom ?? osloDay(at))?.price ?? null
  const price = changedPrice(previous ?? defaultPrice, changes)
  if (lacksFactor(price, changes))
    return invalid([{ path: `${path}priceFactor`, message: factorMissing }])
  // Before its first valid date, a record has the default price.
  const before = previous ?? (prices.length > 0 ? defaultPrice : null)
  if (before && isSamePrice(before, price) && !isNewDay(item, changes)) return []
  const data = { entity: entity.name, id, price, previous, ...(validFrom && { validFrom }) }
  return [{ type: 'ItemPriced', data, ...(reason && { marks: { reason } }) }]
}

/** The otherwise valid price applies to the date again. */
const withdrawPrice = (
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

/** A supplier with an offer must be preferred through that offer. */
const wrongNewSupplier = ({ offers }: Item, { noun }: Entity, { supplierId }: Values) =>
  typeof supplierId === 'number' && offers.has(supplierId)
    ? invalid([
        {
          path: 'supplierId',
          message: `Leverandøren har gitt et tilbud på ${noun.the}. Gjør tilbudet foretrukket i stedet.`,
        },
      ])
    : null

export const decideRevision = (
  item: Item,
  entity: Entity,
  { pricing, withdrawn = null, ...revision }: Revision,
  at: string,
): Decided => {
  const { id, changes } = revision
  const wrong = wrongNewSupplier(item, entity, changes)
  if (wrong) return wrong
  return [
    decideFields(item, entity, revision),
    pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
    withdrawn === null ? [] : withdrawPrice(item, { entity, id }, withdrawn),
  ].reduce(both)
}
