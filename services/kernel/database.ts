import {
  createPool,
  createTypeParserPreset,
  SchemaValidationError,
  sql,
  type ClientConfigurationInput,
  type CommonQueryMethods,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  type QuerySqlToken,
} from 'slonik'

/** Rows of a typed query are parsed by its schema; slonik leaves that to us. */
export const rowParser: Interceptor = {
  name: 'row-parser',
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
export const typeParsers = [
  ...createTypeParserPreset().filter(({ name }) => name !== 'timestamptz' && name !== 'numeric'),
  { name: 'numeric', parse: (value: string) => value },
  { name: 'timestamptz', parse: (value: string) => new Date(value).toISOString() },
]

/** Of the fields that records have, which are few; a refill asks for each value of each event. */
const snakes = new Map<string, string>()

/** driveDiameter is drive_diameter in SQL, where names have no case. */
export const snake = (key: string): string => {
  const known = snakes.get(key)
  if (known !== undefined) return known
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakes.set(key, name)
  return name
}

export const connect = (url: string, options: ClientConfigurationInput): Promise<DatabasePool> =>
  createPool(url, {
    interceptors: [rowParser],
    typeParsers,
    connectionTimeout: 5_000,
    idleTimeout: 60_000,
    // No session state is ever set, so there is none to discard.
    resetConnection: async () => undefined,
    ...options,
  })

/** A transaction that waits for all others under the same lock, in whatever process. */
export const lockedTransaction = <T>(
  pool: DatabasePool,
  lock: string,
  work: (tx: DatabaseTransactionConnection) => Promise<T>,
): Promise<T> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext(${lock}))`)
    return work(tx)
  })

/** `create schema if not exists` asks for the right to make schemas, also where there is nothing to make. */
export const ensureSchema = async (
  tx: Pick<CommonQueryMethods, 'exists' | 'query'>,
  name: string,
): Promise<void> => {
  if (await tx.exists(sql.unsafe`select from pg_namespace where nspname = ${name}`)) return
  await tx.query(sql.unsafe`create schema ${sql.identifier([name])}`)
}

type Tables = {
  readonly schema: string
  /** The table that is made last: where it is, the others are. */
  readonly last: string
  readonly statements: readonly QuerySqlToken[]
}

/** Tables in a schema of their own, made where they are missing: only then is the right to make any asked for. */
export const openTables = async (
  url: string,
  { schema, last, statements }: Tables,
  options: ClientConfigurationInput,
): Promise<DatabasePool> => {
  const pool = await connect(url, options)
  const isMade = await pool.exists(sql.unsafe`
    select from pg_tables where schemaname = ${schema} and tablename = ${last}`)
  if (!isMade)
    await lockedTransaction(pool, schema, async (tx) => {
      await ensureSchema(tx, schema)
      for (const statement of statements) await tx.query(statement)
    })
  return pool
}
