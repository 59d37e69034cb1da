import { createPool, type DatabasePool, type Interceptor } from 'slonik'
import { rowParser, typeParsers } from '#kernel/database.ts'

/** Where the read tables are, for queries, for other tools, and for people with psql. */
export const readSchema = 'read'

type PoolOptions = {
  readonly schema?: string
  readonly size?: number
  /** For the projector's own work: statements may take as long as a refill of a table takes. */
  readonly patient?: boolean
  /** Of tables that nobody reads yet: what a crash loses of them is filled again. */
  readonly isFilling?: boolean
  readonly failed?: (error: unknown) => void
}

/** What was shown once must not be gone after a crash. */
const following = '-c synchronous_commit=on'
/**
 * Tables that grow from nothing are planned for each time, by statistics of a tenth of the usual rows: the server makes
 * its own soon after.
 */
const filling =
  '-c synchronous_commit=off -c plan_cache_mode=force_custom_plan -c default_statistics_target=10'

export const addressOf = (url: string, schema: string, isFilling: boolean): string => {
  const settings = isFilling ? filling : following
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`, settings]
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  // URLSearchParams writes a space as '+', which Postgres would take for a plus.
  return address.href.replaceAll('+', '%20')
}

const listening = (failed: (error: unknown) => void): Interceptor => ({
  name: 'failures',
  queryExecutionError: (_context, _query, error) => {
    failed(error)
    return null
  },
})

/** Connections that see the read tables by their bare names. */
export const openPool = (
  url: string,
  { schema = readSchema, size = 8, patient = false, isFilling = false, failed }: PoolOptions = {},
): Promise<DatabasePool> =>
  createPool(addressOf(url, schema, isFilling), {
    interceptors: failed ? [rowParser, listening(failed)] : [rowParser],
    typeParsers,
    maxPoolSize: size,
    idleTimeout: 60_000,
    statementTimeout: patient ? 'DISABLE_TIMEOUT' : 60_000,
    idleInTransactionSessionTimeout: patient ? 'DISABLE_TIMEOUT' : 60_000,
    maximumConnectionAge: 'DISABLE_TIMEOUT',
    // No session state is ever set, so there is none to discard: that halves the cost of a query.
    resetConnection: async () => undefined,
    queryRetryLimit: 0,
    transactionRetryLimit: 0,
  })
