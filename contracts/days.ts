import { z } from 'zod'

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' })

const anHour = 3_600_000
let last = { hour: NaN, day: '' }

/** The day in Norway, as 2026-01-31. Days begin on the hour, and one is asked for with each price. */
export const osloDay = (instant: string | Date = new Date()): string => {
  const time = new Date(instant)
  const hour = Math.floor(time.getTime() / anHour)
  if (hour !== last.hour) last = { hour, day: days.format(time) }
  return last.day
}

export const wrongDay = 'Må være en dato, som 2027-01-01'
const earliest = '1900-01-01'

/** From 1900 on: an earlier one is a slip of the pen. */
export const day = z.iso
  .date(wrongDay)
  .refine((text) => text >= earliest, wrongDay)
  .meta({ examples: ['2027-01-01'] })
