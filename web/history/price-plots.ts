import type { Currency } from '#contracts/catalogue/price.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { held, holdsFrom } from './held-prices.ts'
import { kindsOfPrice, type PriceKind } from './price-texts.ts'

/** Where there is no price, the line has a gap. */
export type Point = { readonly at: number; readonly value: number | null }
type Line = { readonly kind: PriceKind; readonly points: readonly Point[] }
/** Amounts of one currency share a scale; two currencies never do. */
export type Plot = { readonly currency: Currency; readonly lines: readonly Line[] }

export const amountIn = ({ to }: PriceChange, currency: Currency, kind: PriceKind): number | null =>
  to?.costPriceCurrency === currency ? to[kind] : null

const isDrawn = ({ points }: Line) => points.some(({ value }) => value !== null)

/** Each price holds until the next, the last until `end`. */
const lineOf = (
  history: readonly PriceChange[],
  currency: Currency,
  kind: PriceKind,
  end: number,
): Line => {
  const points = history.flatMap((change, index): readonly Point[] => {
    const value = amountIn(change, currency, kind)
    const at = holdsFrom(change)
    const next = history[index + 1]
    const until = next ? holdsFrom(next) : end
    return value === null
      ? [{ at, value }]
      : [
          { at, value },
          { at: until, value },
        ]
  })
  return { kind, points }
}

/** A plot for each currency that the prices were in, the first used first. */
export const plotsOf = (ordered: readonly PriceChange[], end: number): readonly Plot[] => {
  const history = held(ordered)
  const currencies = new Set(history.flatMap(({ to }) => to?.costPriceCurrency ?? []))
  return [...currencies]
    .map((currency) => ({
      currency,
      lines: kindsOfPrice
        .map((kind) => lineOf(history, currency, kind, end))
        .filter((line) => isDrawn(line)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** The change that holds at an instant: the last before it, or the first of all. */
export const changeAt = (history: readonly PriceChange[], instant: number): number =>
  Math.max(
    0,
    history.findLastIndex((change) => holdsFrom(change) <= instant),
  )
