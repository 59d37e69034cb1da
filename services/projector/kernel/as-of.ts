import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import { endOf, isToCome, moment } from './moment.ts'
import type { Transaction } from './projection.ts'
import type { Fragment } from './sql.ts'

/** The parameter of every query that can be answered as it would have been then. */
export const asOf = moment
  .refine((text) => !isToCome(text), 'Kan ikke være et tidspunkt som kommer')
  .optional()
  .describe('Slik alt var registrert på dette tidspunktet, eller da denne dagen var slutt')

const place = z.object({ position: z.bigint() })

/** Up to the first event that the store recorded later; up to the last where there is none. */
const placeOf = (text: string) => sql.type(place)`
  select coalesce(
    (select position - 1 from journal where recorded_at > ${endOf(text)}
     order by recorded_at, position limit 1),
    (select max(position) from journal),
    0) as position`

type Asked = { readonly asOf?: string | undefined }

/** The place in the log that a request asks about; null for the present. The past is for those who may see history. */
export const positionAsked = async (
  pool: Pick<Transaction, 'oneFirst'>,
  { user, query }: Pick<FastifyRequest, 'user' | 'query'>,
): Promise<Position | null> => {
  const { asOf: text } = query as Asked
  if (text === undefined) return null
  if (!may(user.role, 'history')) throw refused('FORBIDDEN')
  return pool.oneFirst(placeOf(text))
}

/** Rows of a history that has `position` and `ended`: those in force at a place of the log. */
export const inForce = (position: Position): Fragment =>
  sql.fragment`position <= ${position} and (ended is null or ended > ${position})`
