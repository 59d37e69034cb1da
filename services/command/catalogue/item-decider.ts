import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import type { Entity } from '#contracts/entity.ts'
import type { DataOf } from '#contracts/messages.ts'
import { defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { required } from '#contracts/norwegian.ts'
import { invalid, isRefusal, refuse, type FieldError } from '#contracts/refusals.ts'
import { both, type Decision, type Tables, type When } from '#command/kernel/decider.ts'
import { changedPrice, isSamePrice, saysNothing } from '#command/pricing/price.ts'

export type ItemId = number | string

export type ItemCommand =
  | { type: 'Register'; data: { id: ItemId; values: Values; price: Price | null } }
  | { type: 'Revise'; data: Revision }
  | { type: 'Price'; data: { id: ItemId; price: Price } }
  | { type: 'Reprice'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'ClearPrice'; data: { id: ItemId } }
  | { type: 'Remove'; data: { id: ItemId } }
  | { type: 'Erase'; data: { id: ItemId } }

type Revision = {
  id: ItemId
  changes: Values
  pricing: PricingChanges | null
  /** As it was before, which may lack what is required of people. */
  isRestored?: boolean
}

type CatalogueEventValues = DataOf<CatalogueEvent, 'ItemRevised'>['changes']

export type KeptPrice = {
  readonly price: Price
  readonly createdAt: string
  readonly updatedAt: string
  readonly costPriceUpdatedAt: string | null
}

/** One catalogue record, folded from its stream. */
export type Item = {
  status: 'none' | 'live' | 'removed'
  values: Values
  price: KeptPrice | null
  createdAt: string
  updatedAt: string
  /** The revision of its last event. */
  version: bigint
}

export const noItem = (): Item => ({
  status: 'none',
  values: {},
  price: null,
  createdAt: '',
  updatedAt: '',
  version: -1n,
})

const isSame = (a: Value, b: Value): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((value, i) => value === b[i])
    : a === b

export const valueOf = (entity: Entity, values: Values, key: string): Value =>
  values[key] ?? emptyOf(entity.fields[key]!)

/** Those of the values asked for that differ from what the record holds. */
export const differences = (entity: Entity, item: Item, asked: Values): Values =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([key, value]) => !isSame(valueOf(entity, item.values, key), value),
    ),
  )

/** What is required, and would be there no longer. */
const emptiedOf = (entity: Entity, differing: Values): readonly FieldError[] =>
  Object.entries(differing)
    .filter(([key, value]) => entity.fields[key]?.required && (value === null || value === ''))
    .map(([path]) => ({ path, message: required }))

const priced = (item: Item, entity: string, id: ItemId, price: Price): Decision<CatalogueEvent> => {
  const previous = item.price?.price ?? null
  if (isSamePrice(previous, price)) return []
  return [{ type: 'ItemPriced', data: { entity, id, price, previous } }] as CatalogueEvent[]
}

const repriced = (
  item: Item,
  entity: string,
  id: ItemId,
  changes: PricingChanges,
  path: string,
) => {
  if (saysNothing(changes)) return []
  const price = changedPrice(item.price?.price ?? null, changes, path)
  return isRefusal(price) ? price : priced(item, entity, id, price)
}

/** What is personal, emptied; what is required too, as it is. */
const erased = (entity: Entity, item: Item): CatalogueEventValues =>
  Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, { personal }]) => personal)
      .map(([key, field]) => [
        key,
        field.required ? valueOf(entity, item.values, key) : emptyOf(field),
      ]),
  ) as CatalogueEventValues

const gone = refuse('NOT_FOUND')
const alreadyPriced = refuse('DUPLICATE', 'Prisen finnes allerede. Endre den i stedet.')
/** A price that was cleared says nothing, and may be given anew. */
const hasPrice = ({ price }: Item) => price !== null && !isSamePrice(price.price, defaultPrice)

const touched = <S extends Item>(item: S, { at, revision }: When): S => {
  item.updatedAt = at
  item.version = revision
  return item
}

const keptPrice = (before: KeptPrice | null, price: Price, at: string): KeptPrice => {
  const was = before?.price ?? null
  const costMoved =
    price.costPrice !== (was?.costPrice ?? null) ||
    (was !== null && price.costPrice !== null && price.costPriceCurrency !== was.costPriceCurrency)
  return {
    price,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    costPriceUpdatedAt: costMoved ? at : (before?.costPriceUpdatedAt ?? null),
  }
}

/** What every catalogue record goes by, assemblies included. */
export const itemTables = <S extends Item>(
  entity: Entity,
  initial: () => S,
): Tables<ItemCommand, CatalogueEvent, S> => {
  const { name } = entity
  return {
    initial,
    decide: {
      Register: ({ id, values, price }, item) =>
        item.status !== 'none'
          ? refuse('CONFLICT')
          : both(
              [{ type: 'ItemRegistered', data: { entity: name, id, values } }] as CatalogueEvent[],
              price === null ? [] : priced(item, name, id, price),
            ),
      Revise: ({ id, changes, pricing, isRestored }, item) => {
        if (item.status !== 'live') return gone
        const differing = differences(entity, item, changes)
        const emptied = isRestored ? [] : emptiedOf(entity, differing)
        if (emptied.length > 0) return invalid(emptied)
        const revised = Object.keys(differing).length > 0
        return both(
          (revised
            ? [{ type: 'ItemRevised', data: { entity: name, id, changes: differing } }]
            : []) as CatalogueEvent[],
          pricing === null ? [] : repriced(item, name, id, pricing, 'pricing.'),
        )
      },
      Price: ({ id, price }, item) => {
        if (item.status !== 'live') return gone
        return hasPrice(item) ? alreadyPriced : priced(item, name, id, price)
      },
      Reprice: ({ id, pricing }, item) =>
        item.status === 'live' && item.price ? repriced(item, name, id, pricing, '') : gone,
      ClearPrice: ({ id }, item) =>
        item.status === 'live' && item.price ? priced(item, name, id, defaultPrice) : gone,
      Remove: ({ id }, item) =>
        item.status === 'live' ? [{ type: 'ItemRemoved', data: { entity: name, id } }] : gone,
      // Said again also where nothing differs: sealed anew, it is all that stays readable.
      Erase: ({ id }, item) =>
        item.status === 'live'
          ? [{ type: 'ItemRevised', data: { entity: name, id, changes: erased(entity, item) } }]
          : gone,
    },
    evolve: {
      ItemRegistered: (item, { values }, when) => {
        item.status = 'live'
        item.values = values as Values
        item.createdAt = when.at
        return touched(item, when)
      },
      ItemRevised: (item, { changes }, when) => {
        item.values = { ...item.values, ...(changes as Values) }
        return touched(item, when)
      },
      ItemPriced: (item, { price }, when) => {
        item.price = keptPrice(item.price, price, when.at)
        return touched(item, when)
      },
      ItemRemoved: (item, _data, when) => {
        item.status = 'removed'
        return touched(item, when)
      },
    },
  }
}
