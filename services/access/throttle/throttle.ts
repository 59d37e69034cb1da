import { sql } from 'slonik'
import { z } from 'zod'
import { refuse } from '#contracts/refusals.ts'
import { Refused } from '#kernel/refused.ts'
import type { Database } from '../store/database.ts'
import type { Attempt, Limit } from './limits.ts'
import { createQueues } from '#kernel/queues.ts'

const longestQueue = 200

export class TooManyAttempts extends Refused {
  constructor(until: Date, now: Date) {
    const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
    const minutes = Math.ceil(seconds / 60)
    const wait = minutes === 1 ? '1 minutt' : `${minutes} minutter`
    const text = `For mange forsøk. Prøv igjen om ${wait}.`
    super(refuse('TOO_MANY_REQUESTS', text, { retryAfter: seconds }))
  }
}

const latest = z.object({ until: z.string().nullable() })

const blockedUntil = async (
  db: Database,
  keys: readonly string[],
  now: Date,
): Promise<Date | null> => {
  const { until } = await db.one(sql.type(latest)`
    select max(blocked_until) as until from access.throttle
    where key = any(${sql.array(keys, 'text')}) and blocked_until > ${sql.timestamp(now)}`)
  return until === null ? null : new Date(until)
}

const countFailure = async (db: Database, now: Date, limit: Limit): Promise<void> => {
  const at = sql.timestamp(now)
  const restart = sql.fragment`t.started_at < ${at} - ${limit.windowSeconds}::float8 * interval '1 second'`
  const failures = sql.fragment`case when ${restart} then 1 else t.failures + 1 end`
  const wait = sql.fragment`least(${limit.longestSeconds}::float8,
    ${limit.waitSeconds}::float8 * 2 ^ least(${failures} - ${limit.free}::int, 20))`
  await db.query(sql.unsafe`
    insert into access.throttle as t (key, failures, started_at) values (${limit.key}, 1, ${at})
    on conflict (key) do update set
      failures = ${failures},
      started_at = case when ${restart} then ${at} else t.started_at end,
      blocked_until = case when ${failures} >= ${limit.free}::int
        then ${at} + interval '1 second' * ${wait} end`)
}

export type Verdict = {
  readonly failed: () => Promise<void>
  /** Clears the failures of this account from this place: its owner made them. */
  readonly succeeded: () => Promise<void>
}

export const createThrottle = (db: Database, now: () => Date) => {
  const serialize = createQueues(1, longestQueue)
  return {
    // Serializes the attempts of a queue: of many concurrent guesses only the free ones are tried,
    // and a correct one is not refused. @throws TooManyAttempts
    attempt: <T>({ queue, limits }: Attempt, work: (verdict: Verdict) => Promise<T>): Promise<T> =>
      serialize(queue, async () => {
        const keys = limits.map(({ key }) => key)
        const until = await blockedUntil(db, keys, now())
        if (until) throw new TooManyAttempts(until, now())
        return work({
          failed: async () => {
            for (const limit of limits) await countFailure(db, now(), limit)
          },
          succeeded: async () => {
            await db.query(sql.unsafe`delete from access.throttle where key = ${limits[0].key}`)
          },
        })
      }),

    unlock: async (account: string): Promise<void> => {
      await db.query(sql.unsafe`
        delete from access.throttle
        where key in (${`account:${account}`}, ${`code:${account}`})
          or starts_with(key, ${`pair:${account}|`}) or starts_with(key, ${`device:${account}|`})`)
    },

    forgetOld: async (): Promise<void> => {
      await db.query(sql.unsafe`
        delete from access.throttle where started_at < ${sql.timestamp(now())} - interval '1 day'`)
    },
  }
}
