import { setTimeout as delay } from 'node:timers/promises'
import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'

export type Leadership = {
  readonly pool: DatabasePool
  readonly name: string
  readonly signal: AbortSignal
  /** Called when another process has the lock; it will be asked for again until it is free. */
  readonly waiting?: () => void
  readonly retryEvery?: number
}

const taken = z.object({ taken: z.boolean() })

/**
 * Does `work` while this process alone holds the named lock. The lock lives in a database session, so
 * a process that dies lets go of it. `signal` of the work aborts when the session is lost.
 */
export const asLeader = async (
  { pool, name, signal, waiting, retryEvery = 1_000 }: Leadership,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  await pool.connect(async (session) => {
    const key = sql.fragment`hashtextextended(${`stykkliste:${name}`}, 0)`
    const tryLock = sql.type(taken)`select pg_try_advisory_lock(${key}) as taken`
    while (!(await session.oneFirst(tryLock))) {
      waiting?.()
      await delay(retryEvery, undefined, { signal })
    }

    const lost = new AbortController()
    // A statement under way fails at the moment in which the session does.
    const watch = async () => {
      while (!lost.signal.aborted) await session.query(sql.unsafe`select pg_sleep(0.25)`)
    }
    const watching = watch().catch((error: unknown) => lost.abort(error))
    try {
      await work(AbortSignal.any([signal, lost.signal]))
      if (lost.signal.aborted) throw lost.signal.reason
    } finally {
      lost.abort()
      await watching
      // If this fails the session is gone, and the lock with it.
      await session.query(sql.unsafe`select pg_advisory_unlock(${key})`).catch(() => undefined)
    }
  })
}
