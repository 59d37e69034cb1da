import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './database.ts'
import { inTurn } from './in-turn.ts'
import { networkOf } from './visitor.ts'

type Limit = {
  readonly key: string
  /** So many failures are free; each one after them doubles the wait. */
  readonly free: number
  readonly windowSeconds: number
  readonly waitSeconds: number
  readonly longestSeconds: number
}

const minute = 60
const hour = 3600

/** From where somebody tries; `device` only if it was signed in to the account before. */
type Place = { readonly address: string; readonly device?: string | null }

const few = {
  free: 5,
  windowSeconds: hour,
  waitSeconds: minute,
  longestSeconds: 15 * minute,
}

type Limits = readonly [Limit, ...Limit[]]

const limitsOfStrangers = (account: string, address: string): Limits => [
  { key: `pair:${account}|${networkOf(address)}`, ...few },
  {
    key: `address:${networkOf(address)}`,
    free: 20,
    windowSeconds: minute,
    waitSeconds: minute,
    longestSeconds: minute,
  },
  // From many addresses at once. Generous, so that nobody can lock another out with little effort.
  {
    key: `account:${account}`,
    free: 100,
    windowSeconds: 15 * minute,
    waitSeconds: minute,
    longestSeconds: 15 * minute,
  },
]

/** What others try, here or elsewhere, does not shut out whoever has been let in from this device. */
const limitsOf = (account: string, { address, device }: Place): Limits =>
  device ? [{ key: `device:${account}|${device}`, ...few }] : limitsOfStrangers(account, address)

export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts'
  readonly until: Date
  constructor(until: Date) {
    super(`Too many attempts, until ${until.toISOString()}`)
    this.until = until
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
  /** Earlier failures of this account from here are forgotten: they were its owner's. */
  readonly succeeded: () => Promise<void>
}

export type Throttle = ReturnType<typeof throttle>

export const throttle = (db: Database, now: () => Date) => {
  const turn = inTurn()
  return {
    /**
     * Lets an attempt be made, and be judged before the next one from the same place: of a thousand
     * guesses at once only the free ones are ever tried, and nobody who is right is refused.
     * @throws TooManyAttempts
     */
    attempt: <T>(
      account: string,
      place: Place,
      work: (verdict: Verdict) => Promise<T>,
    ): Promise<T> =>
      turn(place.device ?? networkOf(place.address), async () => {
        const all = limitsOf(account, place)
        const keys = all.map(({ key }) => key)
        const until = await blockedUntil(db, keys, now())
        if (until) throw new TooManyAttempts(until)
        return work({
          failed: async () => {
            for (const limit of all) await countFailure(db, now(), limit)
          },
          succeeded: async () => {
            await db.query(sql.unsafe`delete from access.throttle where key = ${all[0].key}`)
          },
        })
      }),

    /** Forgets everything about an account: an administrator says so. */
    unlock: async (account: string): Promise<void> => {
      await db.query(sql.unsafe`
        delete from access.throttle
        where key = ${`account:${account}`} or starts_with(key, ${`pair:${account}|`})
          or starts_with(key, ${`device:${account}|`})`)
    },

    forgetOld: async (): Promise<void> => {
      await db.query(sql.unsafe`
        delete from access.throttle where started_at < ${sql.timestamp(now())} - interval '1 day'`)
    },
  }
}
