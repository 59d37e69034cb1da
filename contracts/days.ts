const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' })

const hour = 3_600_000
/** A day of Oslo begins at a whole hour of UTC, and rows of an import share one: formatting costs 10 µs. */
let latest = { hours: NaN, day: '' }

/** No zod here: the web app's first bundle imports this file. */
export const osloDay = (instant: string | Date = new Date()): string => {
  const hours = Math.floor(new Date(instant).getTime() / hour)
  if (hours !== latest.hours) latest = { hours, day: days.format(hours * hour) }
  return latest.day
}
