import { setTimeout as delay } from 'node:timers/promises'
import { sql, type DatabasePool, type DatabasePoolConnection } from 'slonik'
import { z } from 'zod'

class UnderWay extends Error {
  override readonly name = 'UnderWay'
}

const answer = sql.type(z.object({ taken: z.boolean() }))
const keyOf = (name: string) => sql.fragment`hashtextextended(${`stykkliste:${name}`}, 0)`
const fillOf = (schema: string) => `fill:${schema}`

// Locks live in a database session: a process that dies lets go of them.
const tryLock = (session: DatabasePoolConnection, name: string) =>
  session.oneFirst(answer`select pg_try_advisory_lock(${keyOf(name)}) as taken`)

const whileLocked = async (
  session: DatabasePoolConnection,
  name: string,
  work: () => Promise<void>,
) => {
  try {
    await work()
  } finally {
    // If this fails the session is gone, and the lock with it.
    await session
      .query(sql.unsafe`select pg_advisory_unlock(${keyOf(name)})`)
      .catch(() => undefined)
  }
}

type Waiting = {
  readonly signal: AbortSignal
  readonly waiting: () => void
}

/** Does `work` while this process has the named lock, once nobody else has it. */
export const onceLocked = (
  pool: DatabasePool,
  name: string,
  { signal, waiting }: Waiting,
  work: () => Promise<void>,
): Promise<void> =>
  pool.connect(async (session) => {
    while (!(await tryLock(session, name))) {
      waiting()
      await delay(1_000, undefined, { signal })
    }
    await whileLocked(session, name, work)
  })

/** @throws UnderWay when somebody else fills the schema. */
export const asOnlyFiller = (
  pool: DatabasePool,
  schema: string,
  work: () => Promise<void>,
): Promise<void> =>
  pool.connect(async (session) => {
    if (!(await tryLock(session, fillOf(schema))))
      throw new UnderWay('Lesetabellene lages allerede på nytt. Vent til det er ferdig.')
    await whileLocked(session, fillOf(schema), work)
  })

/** Removes the tables that somebody who was killed has left half filled. */
export const dropAbandoned = (pool: DatabasePool, schemas: readonly string[]): Promise<void> =>
  pool.transaction(async (tx) => {
    for (const schema of schemas) {
      const key = keyOf(fillOf(schema))
      if (await tx.oneFirst(answer`select pg_try_advisory_xact_lock(${key}) as taken`))
        await tx.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
    }
  })
