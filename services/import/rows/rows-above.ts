import { LRUCache } from 'lru-cache'
import { emptyOffer } from '#contracts/catalogue/offer.ts'
import { withPrice, priceOn } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Values } from '#contracts/fields.ts'
import { changedOffer } from '#contracts/offers.ts'
import { changedPrice, defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { normalKey } from '#contracts/text.ts'
import type { Body, Known } from '../csv/differences.ts'
import { offerChanges } from '../csv/plan-offer.ts'
import type { RowPlan } from '../csv/plan-row.ts'

type Dated = { readonly from: string; readonly price: Price }
/** A record with all of its prices. */
export type RecordState = Known & {
  readonly prices: readonly Dated[]
  /** Its place among those that rows above create. */
  readonly madeAt?: number
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

/** In a dry run, remembers the planned state of records for the rows below. */
export const createRowsAbove = () => {
  const records = new LRUCache<string, RecordState>({ max: remembered })
  const made = new LRUCache<string, readonly RecordState[]>({ max: remembered })
  return {
    /** The planned state; the record itself if no row above changes it. */
    of: (state: RecordState): RecordState => records.get(`${state.id}`) ?? state,
    /** What rows above create for a number, which may be nothing; undefined if no longer remembered. */
    made: (number: string): readonly RecordState[] | undefined => made.get(number),
    /** Notes the plan of a row with the number; `state` is null for a new record. */
    note: (number: string, isFirst: boolean, state: RecordState | null, plan: RowPlan): void => {
      const before = made.get(number) ?? []
      const isWritten = plan.outcome === 'created' || plan.outcome === 'updated'
      if (isWritten && state && state.id > 0) records.set(`${state.id}`, after(state, plan))
      else if (isWritten) {
        const madeAt = state?.madeAt ?? before.length
        const one = { ...after(state ?? noRecord, plan), madeAt }
        return void made.set(number, before.toSpliced(madeAt, 1, one))
      }
      if (isFirst) made.set(number, before)
    },
  }
}
