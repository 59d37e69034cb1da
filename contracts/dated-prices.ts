import { defaultPrice, isSamePrice, type Price } from './catalogue/price.ts'

/** A price that was recorded, and the day from which it holds. */
type Dated = { readonly from: string; readonly price: Price }

/** The prices by their days, one a day: of two from the same day the later recorded holds. */
export const withPrice = <P extends Dated>(prices: readonly P[], recorded: P): readonly P[] =>
  [...prices.filter(({ from }) => from !== recorded.from), recorded].toSorted((a, b) =>
    a.from < b.from ? -1 : 1,
  )

/** Without the one of a day. */
export const withoutPrice = <P extends Dated>(prices: readonly P[], day: string): readonly P[] =>
  prices.filter(({ from }) => from !== day)

/** Of prices by their days: the last that is not after the day. */
export const priceOn = <P extends Dated>(prices: readonly P[], day: string): P | undefined =>
  prices.findLast(({ from }) => from <= day)

/** Of prices by their days: the next after the day that is another than what holds on it. */
export const comingAfter = <P extends Dated>(prices: readonly P[], day: string): P | undefined => {
  const now = priceOn(prices, day)?.price ?? defaultPrice
  return prices.find(({ from, price }) => from > day && !isSamePrice(price, now))
}
