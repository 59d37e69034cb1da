import type { KeptPrice } from './catalogue/item.ts'
import { defaultPrice, isSamePrice, type Price } from './catalogue/price.ts'
import { osloDay } from './days.ts'

type Dated = { readonly from: string; readonly price: Price }

/** Sorted by day. A later recorded price replaces the earlier one of that day. */
export const withPrice = <P extends Dated>(prices: readonly P[], recorded: P): readonly P[] =>
  [...prices.filter(({ from }) => from !== recorded.from), recorded].toSorted((a, b) =>
    a.from < b.from ? -1 : 1,
  )

export const withoutPrice = <P extends Dated>(prices: readonly P[], day: string): readonly P[] =>
  prices.filter(({ from }) => from !== day)

export const priceOn = <P extends Dated>(prices: readonly P[], day: string): P | undefined =>
  prices.findLast(({ from }) => from <= day)

/** The next price that differs from the one valid on the day. */
export const comingAfter = <P extends Dated>(prices: readonly P[], day: string): P | undefined => {
  const now = priceOn(prices, day)?.price ?? defaultPrice
  return prices.find(({ from, price }) => from > day && !isSamePrice(price, now))
}

const isNewCost = (price: Price, previous: Price | null): boolean =>
  price.costPrice !== (previous?.costPrice ?? null) ||
  (price.costPrice !== null &&
    previous !== null &&
    price.costPriceCurrency !== previous.costPriceCurrency)

type Recorded = { readonly price: Price; readonly validFrom?: string | null | undefined }

/** What is kept of a price that is recorded at an instant, given those before it. */
export const keptPrice = (
  before: readonly Omit<KeptPrice, 'updatedAt'>[],
  { price, validFrom = null }: Recorded,
  at: string,
): KeptPrice => {
  const from = validFrom ?? osloDay(at)
  const last = priceOn(before, from)
  const isNew = isNewCost(price, last?.price ?? null)
  return {
    price,
    from,
    validFrom,
    createdAt: before[0]?.createdAt ?? at,
    updatedAt: at,
    costPriceUpdatedAt: isNew ? at : (last?.costPriceUpdatedAt ?? null),
  }
}
