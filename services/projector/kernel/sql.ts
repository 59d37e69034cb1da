import { sql, type FragmentSqlToken, type IdentifierSqlToken, type ListSqlToken } from 'slonik'
import { z } from 'zod'

export type Fragment = FragmentSqlToken | IdentifierSqlToken | ListSqlToken

export const nothing = sql.fragment``
export const listed = (parts: readonly Fragment[]): ListSqlToken =>
  sql.join(parts, sql.fragment`, `)

/** All of the conditions, of which some may not be asked for. */
export const every = (conditions: readonly (Fragment | '' | undefined)[]): ListSqlToken =>
  sql.join(
    [sql.fragment`true`, ...conditions.filter((one) => typeof one === 'object')],
    sql.fragment` and `,
  )

/** A text that stands for itself in the pattern of a `like`. */
export const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it; for JSON made in SQL. */
export const instant = (time: Fragment): FragmentSqlToken =>
  sql.fragment`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const rowless = z.object({})
/** As many as a batch of those that follow may bring. */
const worthPlanning = 1_000

/** Planned once per connection under its name; of very many rows each time, for the tables' size by then. */
export const planned = (name: string, rows = 1): typeof sql.unsafe =>
  rows > worthPlanning ? sql.unsafe : sql.prepared(name, rowless)

/** The same for what answers with rows. */
export const plannedRows = <Row extends z.ZodType>(row: Row, name: string, rows: number) =>
  rows > worthPlanning ? sql.type(row) : sql.prepared(name, row)

const isRefused = /\\u(?:d[89a-f]|0000)/i

/** Postgres refuses NUL and halves of surrogate pairs, which must not stop the projector. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const json = (value: unknown): string => {
  const text = JSON.stringify(value)
  return isRefused.test(text)
    ? JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'string' ? storable(inner) : inner,
      )
    : text
}
