import {
  sql,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
} from 'slonik'
import { z } from 'zod'
import { connect, rowParser } from '#kernel/database.ts'

export const readSchema = 'read'

type PoolOptions = {
  readonly schema?: string
  readonly size?: number
  /** False for the projector, whose statements may take minutes. */
  readonly timeouts?: boolean
  /** For unused tables: rows lost in a crash are filled again. */
  readonly isFilling?: boolean
  readonly failed?: (error: unknown) => void
}

/** A row that was shown must survive a crash. */
const following = '-c synchronous_commit=on'
/** Growing tables need new plans each time, from small samples. Autovacuum makes full statistics later. */
const filling =
  '-c synchronous_commit=off -c plan_cache_mode=force_custom_plan -c default_statistics_target=10'

const addressOf = (url: string, schema: string, isFilling: boolean): string => {
  const settings = isFilling ? filling : following
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`, settings]
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  // URLSearchParams encodes a space as '+', which Postgres reads as a plus.
  return address.href.replaceAll('+', '%20')
}

/** All statements see the tables as of one moment. */
export const inSnapshot = <T>(
  pool: DatabasePool,
  read: (tx: DatabaseTransactionConnection) => Promise<T>,
): Promise<T> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })

const listening = (failed: (error: unknown) => void): Interceptor => ({
  name: 'failures',
  queryExecutionError: (_context, _query, error) => {
    failed(error)
    return null
  },
})

/** Sets search_path, so that tables need no schema. */
export const openPool = (
  url: string,
  { schema = readSchema, size = 8, timeouts = true, isFilling = false, failed }: PoolOptions = {},
): Promise<DatabasePool> =>
  connect(addressOf(url, schema, isFilling), {
    interceptors: failed ? [rowParser, listening(failed)] : [rowParser],
    maxPoolSize: size,
    statementTimeout: timeouts ? 60_000 : 'DISABLE_TIMEOUT',
    idleInTransactionSessionTimeout: timeouts ? 60_000 : 'DISABLE_TIMEOUT',
    maximumConnectionAge: 'DISABLE_TIMEOUT',
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
  })

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
