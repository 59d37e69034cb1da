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

/** Slonik does not apply the row schemas of typed queries itself. */
export const rowParser: Interceptor = {
  name: 'row-parser',
  transformRow: ({ resultParser: schema }, query, row) => {
    if (!schema) return row
    const result = schema['~standard'].validate(row)
    if (result instanceof Promise) throw new TypeError('Row schemas are synchronous')
    // Slonik types rows as the driver does; the schema has just checked the row.
    if (!result.issues) return result.value as typeof row
    throw new SchemaValidationError(query, row as never, result.issues)
  },
}

/** Numerics stay text, because a JavaScript number would round them; times become ISO 8601. */
const typeParsers = [
  ...createTypeParserPreset().filter(({ name }) => name !== 'timestamptz' && name !== 'numeric'),
  { name: 'numeric', parse: (value: string) => value },
  { name: 'timestamptz', parse: (value: string) => new Date(value).toISOString() },
]

/** Memoized, because a rebuild asks for every value of every event, and each query as of a day for every column. */
const snakes = new Map<string, string>()

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
    // Sessions have no state to reset; skipping `discard all` halves the cost of a query.
    resetConnection: async () => undefined,
    ...options,
  })

/** The lock holds across processes. */
export const lockedTransaction = <T>(
  pool: DatabasePool,
  lock: string,
  work: (tx: DatabaseTransactionConnection) => Promise<T>,
): Promise<T> =>
  pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext(${lock}))`)
    return work(tx)
  })

/** `create schema if not exists` needs the right to create schemas even if the schema exists. */
export const ensureSchema = async (
  tx: Pick<CommonQueryMethods, 'exists' | 'query'>,
  name: string,
): Promise<void> => {
  if (await tx.exists(sql.unsafe`select from pg_namespace where nspname = ${name}`)) return
  await tx.query(sql.unsafe`create schema ${sql.identifier([name])}`)
}

type Tables = {
  readonly schema: string
  /** Created last: if it exists, the others do. */
  readonly last: string
  readonly statements: readonly QuerySqlToken[]
}

/** Does not need the right to create tables if they exist. */
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
