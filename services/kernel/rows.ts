import { SchemaValidationError, createTypeParserPreset, type Interceptor } from 'slonik'

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
