import { LRUCache } from 'lru-cache'
import { emptyOffer } from '#contracts/catalogue/offer.ts'
import { withPrice, priceOn } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { changedOffer } from '#contracts/offers.ts'
import { changedPrice, defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { normalKey } from '#contracts/text.ts'
import { numberKey, type Identity } from '../csv/csv-rules.ts'
import type { Body, Known } from '../csv/differences.ts'
import { offerChanges } from '../csv/plan-offer.ts'
import type { RowPlan } from '../csv/plan-row.ts'

type Dated = { readonly from: string; readonly price: Price }
/** A record with all of its prices. */
export type RecordState = Known & {
  readonly prices: readonly Dated[]
  /** Its place among those that rows above create. */
  readonly madeAt?: number | undefined
}

/** The record with the price valid on the row's date. */
export const onDay = (state: RecordState, day: string | undefined): RecordState => ({
  ...state,
  day,
  isNewDay: day !== undefined && !state.prices.some(({ from }) => from === day),
  price: priceOn(state.prices, day ?? osloDay())?.price ?? null,
})

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' }>

const partsOf = ({ pricing, ...values }: Body) => {
  const price = pricing as PricingChanges | undefined
  return { values: values as Values, validFrom: price?.validFrom, price }
}

const withOffer = (state: RecordState, { body, names }: Written): RecordState => {
  const name = String(names['supplierId'])
  const isTheirs = (one: { readonly name: string }) => normalKey(one.name) === normalKey(name)
  const before = state.offers.find(isTheirs)?.offer ?? emptyOffer
  const offer = changedOffer(before, offerChanges(body))
  return { ...state, offers: [...state.offers.filter((one) => !isTheirs(one)), { name, offer }] }
}

const withoutEmptied = (names: Known['names'], values: Values): Known['names'] =>
  Object.fromEntries(Object.entries(names).filter(([key]) => values[key] !== null))

/** The record after the row's plan. A name stands for the id of a reference that is not made yet. */
const after = (state: RecordState, plan: Written): RecordState => {
  if (plan.outcome === 'updated' && plan.isOffer) return withOffer(state, plan)
  const { values, validFrom, price } = partsOf(plan.body)
  const from = validFrom ?? osloDay()
  const before = priceOn(state.prices, from)?.price ?? defaultPrice
  return {
    ...state,
    values: { ...state.values, ...values, ...plan.names },
    names: { ...withoutEmptied(state.names, values), ...plan.names },
    prices: price
      ? withPrice(state.prices, { from, price: changedPrice(before, price) })
      : state.prices,
  }
}

/** Number of remembered records. Rows about one record are usually close together. */
const remembered = 20_000

/** A record that a row creates. */
export const noRecord: RecordState = {
  id: 0,
  version: -1n,
  values: {},
  price: null,
  prices: [],
  names: {},
  offers: [],
}

const stateKey = ({ id, madeAt }: RecordState): string => (id > 0 ? `${id}` : `made ${madeAt}`)

/** The keys by which rows below may find it. Without the chosen identifier also its title is one. */
const keysOf = ({ title }: Entity, identity: Identity, { values }: RecordState): string[] => {
  const text = values[title]
  const isByTitle = identity.lacking !== null && typeof text === 'string'
  return [numberKey(identity), ...(isByTitle ? [numberKey({ field: title, text })] : [])]
}

/** In a dry run, remembers the planned state of records for the rows below. */
export const createRowsAbove = (entity: Entity) => {
  const states = new LRUCache<string, RecordState>({ max: remembered })
  const byNumber = new LRUCache<string, ReadonlySet<string>>({ max: remembered })
  let made = 0
  const add = (number: string, ...keys: string[]) =>
    void byNumber.set(number, new Set([...(byNumber.get(number) ?? []), ...keys]))
  return {
    isKnown: (state: RecordState): boolean => states.has(stateKey(state)),
    /** The planned state; the record itself if no row above changes it. */
    of: (state: RecordState): RecordState => states.get(stateKey(state)) ?? state,
    /** What rows above write with a number, which may be nothing; undefined if no longer remembered. */
    written: (number: string): readonly RecordState[] | undefined => {
      const keys = byNumber.get(number)
      const found = [...(keys ?? [])].flatMap((key) => states.get(key) ?? [])
      return found.length === keys?.size ? found : undefined
    },
    /** Notes the plan of a row; `state` is null for a new record. */
    note: (
      identity: Identity,
      isFirst: boolean,
      state: RecordState | null,
      plan: RowPlan,
    ): void => {
      if (isFirst) add(numberKey(identity))
      if (plan.outcome !== 'created' && plan.outcome !== 'updated') return
      const madeAt = state && (state.id > 0 || state.madeAt) ? state.madeAt : ++made
      const one = { ...after(state ?? noRecord, plan), madeAt }
      states.set(stateKey(one), one)
      for (const number of keysOf(entity, identity, one)) add(number, stateKey(one))
    },
  }
}
