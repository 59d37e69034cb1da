import type { Currency } from '#contracts/catalogue/price.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { effectivePrices, effectiveFrom } from './effective-prices.ts'
import { kindsOfPrice, type PriceKind } from './price-texts.ts'

/** A null value is a gap in the line. */
export type Point = { readonly at: number; readonly value: number | null }
type Line = { readonly kind: PriceKind; readonly points: readonly Point[] }
/** Amounts in two currencies, or for two price units, cannot share a scale. */
type Scale = { readonly currency: Currency; readonly unit: string }
export type Plot = Scale & { readonly lines: readonly Line[] }

export const amountIn = (
  { to }: PriceChange,
  { currency, unit }: Scale,
  kind: PriceKind,
): number | null => (to?.costPriceCurrency === currency && to.unit === unit ? to[kind] : null)

const isDrawn = ({ points }: Line) => points.some(({ value }) => value !== null)

/** A step line: each price applies until the next one, and the last until `end`. */
const lineOf = (
  history: readonly PriceChange[],
  scale: Scale,
  kind: PriceKind,
  end: number,
): Line => {
  const points = history.flatMap((change, index): readonly Point[] => {
    const value = amountIn(change, scale, kind)
    const at = effectiveFrom(change)
    const next = history[index + 1]
    const until = next ? effectiveFrom(next) : end
    return value === null
      ? [{ at, value }]
      : [
          { at, value },
          { at: until, value },
        ]
  })
  return { kind, points }
}

/** In the order they were first used. */
const scalesOf = (history: readonly PriceChange[]): readonly Scale[] => {
  const used = history.flatMap(({ to }) => to ?? [])
  const scales = used.map(({ costPriceCurrency: currency, unit }) => ({ currency, unit }))
  return [
    ...new Map(scales.map((scale) => [`${scale.currency} ${scale.unit}`, scale] as const)).values(),
  ]
}

export const plotsOf = (ordered: readonly PriceChange[], end: number): readonly Plot[] => {
  const history = effectivePrices(ordered)
  return scalesOf(history)
    .map((scale) => ({
      ...scale,
      lines: kindsOfPrice
        .map((kind) => lineOf(history, scale, kind, end))
        .filter((line) => isDrawn(line)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** The index of the price that applies at an instant; 0 if there is none yet. */
export const changeAt = (history: readonly PriceChange[], instant: number): number =>
  Math.max(
    0,
    history.findLastIndex((change) => effectiveFrom(change) <= instant),
  )
