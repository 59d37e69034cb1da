import { setTimeout as delay } from 'node:timers/promises'
import { createPool, sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const broken = sql.type(z.object({ done: z.boolean() }))`
  select pg_terminate_backend(pid) as done from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Others wait for the locked tables until `unlock`. */
export const lockTables = async (t: Test, url: string, lock: QuerySqlToken) => {
  const pool = await createPool(url)
  t.teardown(() => pool.end())
  const held = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const done = pool.transaction(async (tx) => {
    await tx.query(lock)
    held.resolve()
    await given.promise
  })
  await held.promise
  return {
    killWaiting: async (): Promise<void> => {
      while ((await pool.any(broken)).length === 0) await delay(10)
    },
    unlock: async (): Promise<void> => {
      given.resolve()
      await done
    },
  }
}
