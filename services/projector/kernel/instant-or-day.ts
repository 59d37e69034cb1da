import { sql } from 'slonik'
import { z } from 'zod'
import { osloDay } from '#contracts/days.ts'
import type { Fragment } from './sql.ts'

const error = 'Må være en dato eller et tidspunkt, som 2026-01-31 eller 2026-01-31T12:00:00Z'

/** An ISO instant, or a day in Norway. Postgres has no year 0. */
export const instantOrDay = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
  .refine((text) => !text.startsWith('0000'), error)
  .meta({ examples: ['2026-01-31'] })

export const isDay = (text: string) => !text.includes('T')
const midnight = (day: Fragment) => sql.fragment`(${day})::timestamp at time zone 'Europe/Oslo'`

/** Today is not in the future: it means until now. */
export const isToCome = (text: string): boolean =>
  isDay(text) ? text > osloDay() : Date.parse(text) > Date.now()

/** The history has milliseconds, so the rest of an instant is cut: an event is in the period from its own time. */
const instantIn = (text: string) => sql.fragment`${text.replace(/(\.\d{3})\d+/, '$1')}::timestamptz`

export const startOf = (text: string) =>
  isDay(text) ? midnight(sql.fragment`${text}::date`) : instantIn(text)
export const endOf = (text: string) =>
  isDay(text)
    ? sql.fragment`${midnight(sql.fragment`${text}::date + 1`)} - interval '1 microsecond'`
    : instantIn(text)
