import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { day } from '#contracts/day-schema.ts'
import { osloDay } from '#contracts/days.ts'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import type { Transaction } from './projection.ts'
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
const isToCome = (text: string): boolean =>
  isDay(text) ? text > osloDay() : Date.parse(text) > Date.now()

/** The history has milliseconds, so the rest of an instant is cut: an event is in the period from its own time. */
const instantIn = (text: string) => sql.fragment`${text.replace(/(\.\d{3})\d+/, '$1')}::timestamptz`

export const startOf = (text: string) =>
  isDay(text) ? midnight(sql.fragment`${text}::date`) : instantIn(text)
export const endOf = (text: string) =>
  isDay(text)
    ? sql.fragment`${midnight(sql.fragment`${text}::date + 1`)} - interval '1 microsecond'`
    : instantIn(text)

export const asOf = instantOrDay
  .refine((text) => !isToCome(text), 'Kan ikke være et tidspunkt som kommer')
  .optional()
  .describe('Slik alt var registrert på dette tidspunktet, eller da denne dagen var slutt')

export const validOn = day
  .optional()
  .describe('Med prisene som gjelder denne dagen, også en som kommer')

export const pointInTimeQuery = { asOf, validOn }

/** What was recorded up to `position` (null: everything), with the prices valid on `day` in Norway. */
export type PointInTime = { readonly position: Position | null; readonly day: string }

const placeRow = z.object({ position: z.bigint() })

/** The position before the first event that the store recorded after the instant. */
export const placeOf = (text: string): Fragment => sql.fragment`
  select coalesce(later.position - 1, (select max(position) from journal), 0) as position,
    later.position is not null as settled
  from (select) one left join lateral (
    select position from journal where recorded_at > ${endOf(text)}
    order by recorded_at, position limit 1
  ) later on true`

const positionAt = (pool: Pick<Transaction, 'oneFirst'>, text: string): Promise<Position> =>
  pool.oneFirst(sql.type(placeRow)`select position from (${placeOf(text)}) place`)

export type PointInTimeQuery = {
  readonly asOf?: string | undefined
  readonly validOn?: string | undefined
}

/** For the name of a file, such as ' per 2026-03-01 med priser per 2026-06-01'; empty for the present. */
export const thenText = ({ asOf, validOn }: PointInTimeQuery): string =>
  `${asOf ? ` per ${asOf}` : ''}${validOn ? ` med priser per ${validOn}` : ''}`

/** Null for the present. Only roles that may see history may ask about the past. */
export const instantOf = ({ user, query }: Pick<FastifyRequest, 'user' | 'query'>) => {
  const { asOf, validOn } = query as PointInTimeQuery
  const isPast = asOf !== undefined || (validOn !== undefined && validOn < osloDay())
  if (isPast && !may(user.role, 'history')) throw refused('FORBIDDEN')
  if (asOf === undefined) return validOn === undefined ? null : { asOf, day: validOn }
  return { asOf, day: validOn ?? (isDay(asOf) ? asOf : osloDay(asOf)) }
}

export const pointInTimeOf = async (
  pool: Pick<Transaction, 'oneFirst'>,
  request: Pick<FastifyRequest, 'user' | 'query'>,
): Promise<PointInTime | null> => {
  const instant = instantOf(request)
  if (!instant) return null
  const { asOf, day } = instant
  return { position: asOf === undefined ? null : await positionAt(pool, asOf), day }
}

/** A condition on history rows: in force at the position. */
export const inForce = (position: Position | Fragment | null, row?: string): Fragment => {
  const column = (name: string) => sql.identifier(row === undefined ? [name] : [row, name])
  const [made, ended] = [column('position'), column('ended')]
  if (position === null) return sql.fragment`${ended} is null`
  return sql.fragment`${made} <= ${position} and (${ended} is null or ${ended} > ${position})`
}
