import { sql, type FragmentSqlToken, type IdentifierSqlToken, type ListSqlToken } from 'slonik'

/** A piece of a statement. */
export type Fragment = FragmentSqlToken | IdentifierSqlToken | ListSqlToken

export const nothing = sql.fragment``
export const listed = (parts: readonly Fragment[]): ListSqlToken =>
  sql.join(parts, sql.fragment`, `)

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it; for JSON made in SQL. */
export const instant = (time: Fragment): FragmentSqlToken =>
  sql.fragment`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
