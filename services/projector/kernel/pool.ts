import {
  createPool,
  createTypeParserPreset,
  SchemaValidationError,
  type DatabasePool,
  type Interceptor,
} from 'slonik'

/** Where the read tables are, for queries, for other tools, and for people with psql. */
export const readSchema = 'read'

/** Rows of a typed query are parsed by its schema; slonik leaves that to us. */
const resultParser: Interceptor = {
  name: 'result-parser',
  transformRow: ({ resultParser: schema }, query, row) => {
    if (!schema) return row
    const result = schema['~standard'].validate(row)
    if (result instanceof Promise) throw new TypeError('Row schemas are synchronous')
    // The row type of slonik is that of the driver; the schema has just said that it is its own.
    if (!result.issues) return result.value as typeof row
    throw new SchemaValidationError(query, row as never, result.issues)
  },
}

/** Numerics stay text, since a JavaScript number would round them; times are ISO 8601. */
const typeParsers = [
  ...createTypeParserPreset().filter(({ name }) => name !== 'timestamptz' && name !== 'numeric'),
  { name: 'numeric', parse: (value: string) => value },
  { name: 'timestamptz', parse: (value: string) => new Date(value).toISOString() },
]

export type PoolOptions = {
  readonly schema?: string
  readonly size?: number
  /** For the projector's own work: statements may take as long as a refill of a table takes. */
  readonly patient?: boolean
}

const address = (url: string, schema: string, settings: string) => {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`, settings]
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  // URLSearchParams writes a space as '+', which Postgres would take for a plus.
  return address.href.replaceAll('+', '%20')
}

/** Connections that see the read tables by their bare names. */
export const openPool = (
  url: string,
  { schema = readSchema, size = 8, patient = false }: PoolOptions = {},
): Promise<DatabasePool> =>
  // Read tables are filled from the log again if their last moments are lost with the server.
  createPool(address(url, schema, patient ? '-c synchronous_commit=off' : ''), {
    interceptors: [resultParser],
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
