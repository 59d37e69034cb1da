import { sql, type FragmentSqlToken, type IdentifierSqlToken, type ListSqlToken } from 'slonik'
import { z } from 'zod'

/** A piece of a statement. */
export type Fragment = FragmentSqlToken | IdentifierSqlToken | ListSqlToken

export const nothing = sql.fragment``
export const listed = (parts: readonly Fragment[]): ListSqlToken =>
  sql.join(parts, sql.fragment`, `)

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it; for JSON made in SQL. */
export const instant = (time: Fragment): FragmentSqlToken =>
  sql.fragment`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const rowless = z.object({})
const worthPlanning = 20

/**
 * A statement of the projector, over so many rows. With few, planning would cost more than the work, and
 * Postgres plans it once per connection, known by its name; then only values may differ from call to
 * call. With many, it is planned each time for the size that the tables have by then.
 */
export const planned = (name: string, rows = 1): typeof sql.unsafe =>
  rows > worthPlanning ? sql.unsafe : sql.prepared(name, rowless)

const isRefused = /\\u(?:d[89a-f]|0000)/i

/**
 * A text that Postgres takes: it refuses NUL and halves of surrogate pairs, which an event may hold. They become the
 * replacement character, since a text that cannot be shown must not stop the projector.
 */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const json = (value: unknown): string => {
  const text = JSON.stringify(value)
  return isRefused.test(text)
    ? JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'string' ? storable(inner) : inner,
      )
    : text
}
