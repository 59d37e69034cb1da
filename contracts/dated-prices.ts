import { defaultPrice, isSamePrice, type Price } from './catalogue/price.ts'

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
