import { LRUCache } from 'lru-cache'
import { emptyOffer, type Offer } from '#contracts/catalogue/offer.ts'
import { withPrice, priceOn } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Values } from '#contracts/fields.ts'
import { changedPrice, defaultPrice, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { normalKey } from '#contracts/text.ts'
import type { Body, Known } from '../csv/differences.ts'
import type { RowPlan } from '../csv/plan-row.ts'

type Dated = { readonly from: string; readonly price: Price }
/** A record with all of its prices. */
export type Held = Known & { readonly prices: readonly Dated[] }

/** The record with the price valid on the row's date. */
export const onDay = (held: Held, day: string | undefined): Held => ({
  ...held,
  day,
  isNewDay: day !== undefined && !held.prices.some(({ from }) => from === day),
  price: priceOn(held.prices, day ?? osloDay())?.price ?? null,
})

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' }>

const saidIn = ({ pricing, ...values }: Body) => {
  const said = pricing as PricingChanges | undefined
  return { values: values as Values, validFrom: said?.validFrom, said }
}

const withOffer = (held: Held, { body, names }: Written): Held => {
  const name = String(names['supplierId'])
  const isTheirs = (one: { readonly name: string }) => normalKey(one.name) === normalKey(name)
  const before = held.offers.find(isTheirs)?.offer ?? emptyOffer
  const { values, said } = saidIn(body)
  const { costPrice, costPriceCurrency, unit } = changedPrice(
    { ...defaultPrice, ...before },
    said ?? {},
  )
  const offer: Offer = { ...before, ...values, costPrice, costPriceCurrency, unit }
  return { ...held, offers: [...held.offers.filter((one) => !isTheirs(one)), { name, offer }] }
}

/** The record after the row's plan. */
const after = (held: Held, plan: Written): Held => {
  if (plan.outcome === 'updated' && plan.isOffer) return withOffer(held, plan)
  const { values, validFrom, said } = saidIn(plan.body)
  const from = validFrom ?? osloDay()
  const before = priceOn(held.prices, from)?.price ?? defaultPrice
  return {
    ...held,
    values: { ...held.values, ...values },
    names: { ...held.names, ...plan.names },
    prices: said
      ? withPrice(held.prices, { from, price: changedPrice(before, said) })
      : held.prices,
  }
}

/** Number of remembered records. Rows about one record are usually close together. */
const remembered = 20_000

/** A record that a row creates. */
export const noRecord: Held = {
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
  const records = new LRUCache<string, Held>({ max: remembered })
  return {
    /** The planned state; the record itself if no row above changes it. */
    of: (held: Held): Held => records.get(`${held.id}`) ?? held,
    /** The record that a row above creates. */
    made: (key: string): Held | undefined => records.get(key),
    /** `key` identifies a new record for the rows below. */
    note: (held: Held | null, key: string, plan: RowPlan): void => {
      if (plan.outcome !== 'created' && plan.outcome !== 'updated') return
      const isMade = !held || held.id === 0
      records.set(isMade ? key : `${held.id}`, after(held ?? noRecord, plan))
    },
  }
}
