import {
  sql,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
} from 'slonik'
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
