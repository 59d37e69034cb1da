import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId, KeptPrice } from '#contracts/catalogue/item.ts'
import { priceOn, withPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventData } from '#contracts/events.ts'
import { decimalOf } from '#contracts/decimal.ts'
import {
  defaultPrice,
  factorMissing,
  isNewCost,
  isSamePrice,
  type Price,
  type PricingChanges,
} from '#contracts/pricing.ts'
import { required } from '#contracts/validation.ts'
import { invalid, isRefusal, refuse, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { both, type Decision, type Tables, type When } from '../kernel/command.ts'

export type ItemCommand =
  | { type: 'Register'; data: { id: ItemId; values: Values; pricing: PricingChanges | null } }
  | { type: 'Revise'; data: Revision }
  | { type: 'Price'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'Reprice'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'ClearPrice'; data: { id: ItemId; reason?: PricingChanges['reason'] } }
  | { type: 'Remove'; data: { id: ItemId } }
  | { type: 'Erase'; data: { id: ItemId } }

type Revision = {
  id: ItemId
  changes: Values
  pricing: PricingChanges | null
  /** As it was before, which may lack what is required of people. */
  isRestored?: boolean
}

export const noItem = (): Item => ({
  status: 'none',
  values: {},
  prices: [],
  createdAt: '',
  updatedAt: '',
  version: -1n,
})

const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

export const valueOf = (entity: Entity, values: Values, key: string): Value =>
  values[key] ?? emptyOf(entity.fields[key]!)

const differences = (entity: Entity, item: Item, asked: Values): Values =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([key, value]) => !isSame(valueOf(entity, item.values, key), value),
    ),
  )

const emptiedOf = (entity: Entity, differing: Values): readonly FieldError[] =>
  Object.entries(differing)
    .filter(([key, value]) => entity.fields[key]?.required && (value === null || value === ''))
    .map(([path]) => ({ path, message: required }))

const exact = (value: number | null) => (value === null ? null : decimalOf(value))

/** What is absent stays as it was; null clears to the default. A cost cannot lose its factor. */
const changedPrice = (
  previous: Price | null,
  changes: PricingChanges,
  path: string,
): Price | Refusal => {
  const before = previous ?? defaultPrice
  const { costPrice, costPriceCurrency, priceFactor, listPrice, unit } = changes
  const cost = costPrice === undefined ? before.costPrice : exact(costPrice)
  if (priceFactor === null && cost !== null && cost !== '0')
    return invalid([{ path: `${path}priceFactor`, message: factorMissing }])
  return {
    costPrice: cost,
    costPriceCurrency: costPriceCurrency ?? before.costPriceCurrency,
    priceFactor:
      priceFactor === undefined
        ? before.priceFactor
        : (exact(priceFactor) ?? defaultPrice.priceFactor),
    listPrice: listPrice === undefined ? before.listPrice : exact(listPrice),
    unit: unit === undefined ? before.unit : unit || defaultPrice.unit,
  }
}

const keys = Object.keys(defaultPrice) as (keyof Price)[]

/** Whether anything at all is said about the price: read-only fields of an answer say nothing. */
const saysNothing = (changes: PricingChanges): boolean =>
  keys.every((key) => changes[key] === undefined)

type Decided = Decision<CatalogueEvent>
type Pricing = { readonly entity: Entity; readonly id: ItemId; readonly at: string }

/** A price on a day is held against what else would hold on that day. */
const decidePrice = (
  { prices }: Item,
  { entity, id, at }: Pricing,
  changes: PricingChanges,
  path: string,
): Decided => {
  if (saysNothing(changes)) return []
  const { validFrom, reason } = changes
  const previous = priceOn(prices, validFrom ?? osloDay(at))?.price ?? null
  const price = changedPrice(previous, changes, path)
  if (isRefusal(price)) return price
  // Before the first price of a record holds, it reads as one that says nothing.
  const before = previous ?? (prices.length > 0 ? defaultPrice : null)
  if (before && isSamePrice(before, price)) return []
  const data = { entity: entity.name, id, price, previous, ...(validFrom && { validFrom }) }
  return [{ type: 'ItemPriced', data, ...(reason && { marks: { reason } }) }]
}

const nothingPriced: PricingChanges = {
  costPrice: null,
  costPriceCurrency: defaultPrice.costPriceCurrency,
  priceFactor: null,
  listPrice: null,
  unit: null,
}

const decideRevision = (
  item: Item,
  entity: Entity,
  { id, changes, pricing, isRestored }: Revision,
  at: string,
): Decided => {
  const differing = differences(entity, item, changes)
  const emptied = isRestored ? [] : emptiedOf(entity, differing)
  if (emptied.length > 0) return invalid(emptied)
  const data = { entity: entity.name, id, changes: differing }
  return both(
    Object.keys(differing).length > 0 ? [{ type: 'ItemRevised', data }] : [],
    pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
  )
}

/** What is personal, emptied; what is required too, as it is. */
const erased = (entity: Entity, item: Item): Values =>
  Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, { personal }]) => personal)
      .map(([key, field]) => [
        key,
        field.required ? valueOf(entity, item.values, key) : emptyOf(field),
      ]),
  )

const gone = refuse('NOT_FOUND')
const alreadyPriced = refuse('DUPLICATE', 'Prisen finnes allerede. Endre den i stedet.')
/** A price that was cleared says nothing, and may be given anew. */
const hasPrice = ({ prices }: Item, at: string) =>
  !isSamePrice(priceOn(prices, osloDay(at))?.price ?? defaultPrice, defaultPrice)

const touched = <S extends Item>(item: S, { at, revision }: When, changes: Partial<Item>): S =>
  Object.assign(item, changes, { updatedAt: at, version: revision })

const keptPrice = (
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

export const itemTables = <S extends Item>(
  entity: Entity,
  initial: () => S,
): Tables<ItemCommand, CatalogueEvent, S> => {
  const ifLive = (item: Item, decide: () => Decided): Decided =>
    item.status === 'live' ? decide() : gone
  const ifPriced = (item: Item, decide: () => Decided): Decided =>
    ifLive(item, () => (item.prices.length > 0 ? decide() : gone))
  return {
    initial,
    decide: {
      Register: ({ id, values, pricing }, item, at) =>
        item.status === 'none'
          ? both(
              [{ type: 'ItemRegistered', data: { entity: entity.name, id, values } }],
              pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
            )
          : refuse('CONFLICT'),
      Revise: (revision, item, at) =>
        ifLive(item, () => decideRevision(item, entity, revision, at)),
      Price: ({ id, pricing }, item, at) =>
        ifLive(item, () =>
          hasPrice(item, at) ? alreadyPriced : decidePrice(item, { entity, id, at }, pricing, ''),
        ),
      Reprice: ({ id, pricing }, item, at) =>
        ifPriced(item, () => decidePrice(item, { entity, id, at }, pricing, '')),
      ClearPrice: ({ id, reason }, item, at) =>
        ifPriced(item, () =>
          decidePrice(item, { entity, id, at }, { ...nothingPriced, reason }, ''),
        ),
      Remove: ({ id }, item) =>
        ifLive(item, () => [{ type: 'ItemRemoved', data: { entity: entity.name, id } }]),
      // Said again also where nothing differs: sealed anew, it is all that stays readable.
      Erase: ({ id }, item) => {
        const data = { entity: entity.name, id, changes: erased(entity, item) }
        return ifLive(item, () => [{ type: 'ItemRevised', data }])
      },
    },
    evolve: {
      ItemRegistered: (item, { values }, when) =>
        touched(item, when, { status: 'live', values, createdAt: when.at }),
      ItemRevised: (item, { changes }, when) =>
        touched(item, when, { values: { ...item.values, ...changes } }),
      ItemPriced: (item, data, when) =>
        touched(item, when, {
          prices: withPrice(item.prices, keptPrice(item, data, when.at)),
        }),
      ItemRemoved: (item, _data, when) => touched(item, when, { status: 'removed' }),
    },
  }
}
