import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'

/** Somebody else makes these tables anew at the moment. */
export class UnderWay extends Error {
  override readonly name = 'UnderWay'
}

const keyOf = (schema: string) => sql.fragment`hashtextextended(${`stykkliste:fill:${schema}`}, 0)`
const answer = sql.type(z.object({ taken: z.boolean() }))

/**
 * Does `work` while nobody else fills the schema. The lock lives in a session: who is killed lets go of it.
 * @throws UnderWay
 */
export const asOnly = (
  pool: DatabasePool,
  schema: string,
  work: () => Promise<void>,
): Promise<void> =>
  pool.connect(async (session) => {
    if (!(await session.oneFirst(answer`select pg_try_advisory_lock(${keyOf(schema)}) as taken`)))
      throw new UnderWay('Lesetabellene lages allerede på nytt. Vent til det er ferdig.')
    try {
      await work()
    } finally {
      // If this fails the session is gone, and the lock with it.
      await session
        .query(sql.unsafe`select pg_advisory_unlock(${keyOf(schema)})`)
        .catch(() => undefined)
    }
  })

/** Removes the tables that somebody who was killed has left half filled. */
export const dropLeft = (pool: DatabasePool, schemas: readonly string[]): Promise<void> =>
  pool.transaction(async (tx) => {
    for (const schema of schemas)
      if (await tx.oneFirst(answer`select pg_try_advisory_xact_lock(${keyOf(schema)}) as taken`))
        await tx.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
  })
