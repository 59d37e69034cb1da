import { osloDay } from '#contracts/days.ts'
import type { PriceChange } from '#contracts/price-history.ts'

const hour = 3_600_000

/** Midnight in Norway: by the clock of summer or of winter, whichever is that day's first instant. */
const startOf = (day: string): number => {
  const winter = Date.parse(`${day}T00:00:00+01:00`)
  return osloDay(new Date(winter - hour)) === day ? winter - hour : winter
}

/** From when a price holds: what says no day, from the instant it was recorded. */
export const holdsFrom = ({ validFrom, at }: PriceChange): number =>
  validFrom === null ? Date.parse(at) : startOf(validFrom)

const dayOf = ({ validFrom, at }: PriceChange): string => validFrom ?? osloDay(at)

/** In the order in which they hold; of one day as they were recorded. */
export const inOrderOfDays = (history: readonly PriceChange[]): readonly PriceChange[] =>
  history
    .map((change) => ({ change, day: dayOf(change) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ change }) => change)

/** As is known today: without what a later one of the same day has replaced or taken back, and what was yet to come of what is gone. */
export const held = (ordered: readonly PriceChange[]): readonly PriceChange[] => {
  const gone = ordered.find(({ to }) => to === null)
  const lastDay = gone && dayOf(gone)
  const lastOf = new Map(ordered.map(({ validFrom }, index) => [validFrom, index]))
  return ordered.filter((change, index) => {
    const day = dayOf(change)
    if (change.withdrawn || (lastDay && day > lastDay)) return false
    return (lastOf.get(day) ?? index) <= index
  })
}
