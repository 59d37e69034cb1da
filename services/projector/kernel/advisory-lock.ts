import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'

const answer = sql.type(z.object({ taken: z.boolean() }))
const keyOf = (name: string) => sql.fragment`hashtextextended(${`stykkliste:${name}`}, 0)`
const fillOf = (schema: string) => `fill:${schema}`

/**
 * Runs `work` while this process holds the named lock; `taken` waits if another holds it, or throws. The lock
 * belongs to a database session, so it is released when the process dies.
 */
export const whileLocked = (
  pool: DatabasePool,
  name: string,
  taken: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> =>
  pool.connect(async (session) => {
    while (!(await session.oneFirst(answer`select pg_try_advisory_lock(${keyOf(name)}) as taken`)))
      await taken()
    try {
      await work()
    } finally {
      // If this fails, the session is gone and so is the lock.
      await session
        .query(sql.unsafe`select pg_advisory_unlock(${keyOf(name)})`)
        .catch(() => undefined)
    }
  })

/** @throws if another process fills the schema. */
export const asOnlyFiller = (
  pool: DatabasePool,
  schema: string,
  work: () => Promise<void>,
): Promise<void> => {
  const taken = async () => {
    throw new Error('Lesetabellene lages allerede på nytt. Vent til det er ferdig.')
  }
  return whileLocked(pool, fillOf(schema), taken, work)
}

/** Drops half-filled schemas of processes that were killed. */
export const dropAbandoned = (pool: DatabasePool, schemas: readonly string[]): Promise<void> =>
  pool.transaction(async (tx) => {
    for (const schema of schemas) {
      const key = keyOf(fillOf(schema))
      if (await tx.oneFirst(answer`select pg_try_advisory_xact_lock(${key}) as taken`))
        await tx.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
    }
  })
