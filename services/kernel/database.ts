import {
  createTypeParserPreset,
  SchemaValidationError,
  sql,
  type CommonQueryMethods,
  type Interceptor,
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

/** `create schema if not exists` asks for the right to make schemas, also where there is nothing to make. */
export const ensureSchema = async (
  tx: Pick<CommonQueryMethods, 'exists' | 'query'>,
  name: string,
): Promise<void> => {
  if (await tx.exists(sql.unsafe`select from pg_namespace where nspname = ${name}`)) return
  await tx.query(sql.unsafe`create schema ${sql.identifier([name])}`)
}
