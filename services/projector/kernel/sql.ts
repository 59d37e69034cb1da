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

/**
 * A statement that Postgres plans once per connection, known by its name: for those that run with every
 * batch, where planning would cost more than the work. Only values may differ from call to call.
 */
export const planned = (name: string): ReturnType<typeof sql.prepared<typeof rowless>> =>
  sql.prepared(name, rowless)
