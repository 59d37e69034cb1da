import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId, KeptPrice } from '#contracts/catalogue/item.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import type { Entity } from '#contracts/entity.ts'
import { decimalOf } from '#contracts/decimal.ts'
import {
  defaultPrice,
  factorMissing,
  isNewCost,
  type Price,
  type PricingChanges,
} from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import { required } from '#contracts/validation.ts'
import { invalid, isRefusal, refuse, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { both, type Decision, type Tables, type When } from '../kernel/command.ts'

export type ItemCommand =
  | { type: 'Register'; data: { id: ItemId; values: Values; pricing: PricingChanges | null } }
  | { type: 'Revise'; data: Revision }
  | { type: 'Price'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'Reprice'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'ClearPrice'; data: { id: ItemId; reason?: Reason } }
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
  price: null,
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

const isSamePrice = (a: Price | null, b: Price | null): boolean =>
  a === b || (a !== null && b !== null && keys.every((key) => a[key] === b[key]))

/** Whether anything at all is said about the price: read-only fields of an answer say nothing. */
const saysNothing = (changes: PricingChanges): boolean =>
  keys.every((key) => changes[key] === undefined)

type Decided = Decision<CatalogueEvent>

const decidePrice = (
  item: Item,
  entity: Entity,
  id: ItemId,
  price: Price,
  reason: Reason,
): Decided => {
  const previous = item.price?.price ?? null
  if (isSamePrice(previous, price)) return []
  const data = { entity: entity.name, id, price, previous }
  return [{ type: 'ItemPriced', data, ...(reason && { marks: { reason } }) }]
}

const decidePriceChange = (
  item: Item,
  entity: Entity,
  id: ItemId,
  changes: PricingChanges,
  path: string,
): Decided => {
  if (saysNothing(changes)) return []
  const price = changedPrice(item.price?.price ?? null, changes, path)
  return isRefusal(price) ? price : decidePrice(item, entity, id, price, changes.reason)
}

const decideRevision = (
  item: Item,
  entity: Entity,
  { id, changes, pricing, isRestored }: Revision,
): Decided => {
  const differing = differences(entity, item, changes)
  const emptied = isRestored ? [] : emptiedOf(entity, differing)
  if (emptied.length > 0) return invalid(emptied)
  const data = { entity: entity.name, id, changes: differing }
  return both(
    Object.keys(differing).length > 0 ? [{ type: 'ItemRevised', data }] : [],
    pricing === null ? [] : decidePriceChange(item, entity, id, pricing, 'pricing.'),
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
const hasPrice = ({ price }: Item) => price !== null && !isSamePrice(price.price, defaultPrice)

const touched = <S extends Item>(item: S, { at, revision }: When, changes: Partial<Item>): S =>
  Object.assign(item, changes, { updatedAt: at, version: revision })

const keptPrice = (before: KeptPrice | null, price: Price, at: string): KeptPrice => ({
  price,
  createdAt: before?.createdAt ?? at,
  updatedAt: at,
  costPriceUpdatedAt: isNewCost(price, before?.price ?? null)
    ? at
    : (before?.costPriceUpdatedAt ?? null),
})

export const itemTables = <S extends Item>(
  entity: Entity,
  initial: () => S,
): Tables<ItemCommand, CatalogueEvent, S> => {
  const ifLive = (item: Item, decide: () => Decided): Decided =>
    item.status === 'live' ? decide() : gone
  return {
    initial,
    decide: {
      Register: ({ id, values, pricing }, item) =>
        item.status === 'none'
          ? both(
              [{ type: 'ItemRegistered', data: { entity: entity.name, id, values } }],
              pricing === null ? [] : decidePriceChange(item, entity, id, pricing, 'pricing.'),
            )
          : refuse('CONFLICT'),
      Revise: (revision, item) => ifLive(item, () => decideRevision(item, entity, revision)),
      Price: ({ id, pricing }, item) =>
        ifLive(item, () =>
          hasPrice(item) ? alreadyPriced : decidePriceChange(item, entity, id, pricing, ''),
        ),
      Reprice: ({ id, pricing }, item) =>
        ifLive(item, () => (item.price ? decidePriceChange(item, entity, id, pricing, '') : gone)),
      ClearPrice: ({ id, reason }, item) =>
        ifLive(item, () =>
          item.price ? decidePrice(item, entity, id, defaultPrice, reason) : gone,
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
      ItemPriced: (item, { price }, when) =>
        touched(item, when, { price: keptPrice(item.price, price, when.at) }),
      ItemRemoved: (item, _data, when) => touched(item, when, { status: 'removed' }),
    },
  }
}
