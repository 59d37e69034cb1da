import { osloDay } from '#contracts/days.ts'
import type { PriceChange } from '#contracts/price-history.ts'

const hour = 3_600_000

/** Midnight in Norway, in summer or winter time. */
const startOf = (day: string): number => {
  const winter = Date.parse(`${day}T00:00:00+01:00`)
  return osloDay(new Date(winter - hour)) === day ? winter - hour : winter
}

/** A price without a day applies from the time it was recorded. */
export const effectiveFrom = ({ validFrom, at }: PriceChange): number =>
  validFrom === null ? Date.parse(at) : startOf(validFrom)

const dayOf = ({ validFrom, at }: PriceChange): string => validFrom ?? osloDay(at)

/** Ordered by the day they apply from; prices of one day keep the order in which they were recorded. */
export const inEffectiveOrder = (history: readonly PriceChange[]): readonly PriceChange[] =>
  history
    .map((change) => ({ change, day: dayOf(change) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ change }) => change)

/** The prices that count today: without withdrawn or replaced ones, and without future prices of a deleted record. */
export const effectivePrices = (ordered: readonly PriceChange[]): readonly PriceChange[] => {
  const gone = ordered.find(({ to }) => to === null)
  const lastDay = gone && dayOf(gone)
  const lastOf = new Map(ordered.map(({ validFrom }, index) => [validFrom, index]))
  return ordered.filter((change, index) => {
    const day = dayOf(change)
    if (change.withdrawn || (lastDay && day > lastDay)) return false
    return (lastOf.get(day) ?? index) <= index
  })
}
