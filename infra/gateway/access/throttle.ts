import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './database.ts'

type Limit = {
  readonly key: string
  /** So many failures are free; each one after them doubles the wait. */
  readonly free: number
  readonly windowSeconds: number
  readonly waitSeconds: number
  readonly longestSeconds: number
}

/** Addresses of one home or office share their first 64 bits. */
const network = (address: string): string =>
  address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address

const minute = 60
const hour = 3600

const limits = (account: string, address: string): readonly Limit[] => [
  {
    key: `pair:${account}|${network(address)}`,
    free: 5,
    windowSeconds: hour,
    waitSeconds: minute,
    longestSeconds: 15 * minute,
  },
  {
    key: `address:${network(address)}`,
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

const blocked = z.object({ until: z.iso.datetime() })

/** Counted before the password is tried, in one statement, so that a thousand at once count as a thousand. */
const countOne = async (db: Database, now: Date, limit: Limit): Promise<Date | null> => {
  const at = sql.timestamp(now)
  const restart = sql.fragment`t.started_at < ${at} - ${limit.windowSeconds}::float8 * interval '1 second'`
  const failures = sql.fragment`case when ${restart} then 1 else t.failures + 1 end`
  const counted = await db.maybeOne(sql.type(z.object({ failures: z.number() }))`
    insert into access.throttle as t (key, failures, started_at) values (${limit.key}, 1, ${at})
    on conflict (key) do update set
      failures = ${failures},
      started_at = case when ${restart} then ${at} else t.started_at end,
      blocked_until = case when ${failures} >= ${limit.free}::int then ${at} + interval '1 second' *
        least(${limit.longestSeconds}::float8, ${limit.waitSeconds}::float8 * 2 ^ least(${failures} - ${limit.free}::int, 20)) end
    where t.blocked_until is null or t.blocked_until <= ${at}
    returning failures`)
  if (counted) return null
  const row = await db.maybeOne(
    sql.type(blocked)`select blocked_until as until from access.throttle where key = ${limit.key}`,
  )
  return row ? new Date(row.until) : null
}

const takeBack = async (db: Database, keys: readonly string[]): Promise<void> => {
  await db.query(sql.unsafe`
    update access.throttle set failures = greatest(failures - 1, 0), blocked_until = null
    where key = any(${sql.array(keys, 'text')})`)
}

export type Throttle = ReturnType<typeof throttle>

export const throttle = (db: Database, now: () => Date) => ({
  /** Counts an attempt as failed. Null: it may be made; else when the next may. */
  attempt: async (account: string, address: string): Promise<Date | null> => {
    for (const limit of limits(account, address)) {
      const until = await countOne(db, now(), limit)
      if (until) return until
    }
    return null
  },

  /** The attempt did not fail after all: what it counted is taken back. */
  undo: (account: string, address: string): Promise<void> =>
    takeBack(
      db,
      limits(account, address).map(({ key }) => key),
    ),

  /** Somebody is in: earlier failures of this account from here were their own. */
  succeeded: async (account: string, address: string): Promise<void> => {
    const [pair, ...shared] = limits(account, address).map(({ key }) => key)
    await db.query(sql.unsafe`delete from access.throttle where key = ${pair!}`)
    await takeBack(db, shared)
  },

  /** Forgets everything about an account: an administrator says so. */
  unlock: async (account: string): Promise<void> => {
    await db.query(sql.unsafe`
      delete from access.throttle
      where key = ${`account:${account}`} or starts_with(key, ${`pair:${account}|`})`)
  },

  forgetOld: async (): Promise<void> => {
    await db.query(sql.unsafe`
      delete from access.throttle where started_at < ${sql.timestamp(now())} - interval '1 day'`)
  },
})
