import { sql, type FragmentSqlToken, type IdentifierSqlToken, type ListSqlToken } from 'slonik'
import { z } from 'zod'
import { snake } from '#kernel/database.ts'
import type { Transaction } from './projection.ts'

export type Fragment = FragmentSqlToken | IdentifierSqlToken | ListSqlToken

export const nothing = sql.fragment``

/** At the end of a subquery: keeps Postgres from computing its columns once per use. */
export const once = sql.fragment`offset 0`
export const listed = (parts: readonly Fragment[]): ListSqlToken =>
  sql.join(parts, sql.fragment`, `)

/** Joins conditions with `and`; skips missing ones. */
export const every = (conditions: readonly (Fragment | '' | undefined)[]): ListSqlToken =>
  sql.join(
    [sql.fragment`true`, ...conditions.filter((one) => typeof one === 'object')],
    sql.fragment` and `,
  )

/** Joins conditions with `or`, in brackets. */
export const some = (conditions: readonly Fragment[]): Fragment =>
  sql.fragment`(${sql.join(conditions, sql.fragment` or `)})`

/** A value for each value of `of`. */
export const caseOf = (
  of: Fragment,
  values: readonly (readonly [when: string, then: Fragment])[],
): Fragment =>
  sql.fragment`case ${of} ${sql.join(
    values.map(([when, then]) => sql.fragment`when ${when} then ${then}`),
    sql.fragment` `,
  )} end`

export const asColumns = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [snake(key), value]))

/** Escapes a text for a `like` pattern. */
export const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** ISO 8601 in UTC with milliseconds, like JavaScript's toISOString. */
export const instant = (time: Fragment): FragmentSqlToken =>
  sql.fragment`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Larger than any batch while following the log. */
const worthPlanning = 1_000

/** A prepared statement; for very many rows an unprepared one, planned for the tables' present size. */
export const plannedRows = <Row extends z.ZodType>(row: Row, name: string, rows: number) =>
  rows > worthPlanning ? sql.type(row) : sql.prepared(name, row)

const rowless = z.object({})
export const planned = (name: string, rows = 1) => plannedRows(rowless, name, rows)

const isRefused = /\\u(?:d[89a-f]|0000)/i

/** Replaces NUL and lone surrogates, which Postgres refuses and which must not stop the projector. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd')

export const json = (value: unknown): string => {
  const text = JSON.stringify(value)
  return isRefused.test(text)
    ? JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'string' ? storable(inner) : inner,
      )
    : text
}

const column = sql.type(z.object({ name: z.string() }))

/** A table's columns never change while the process lives. */
const known = new Map<string, readonly string[]>()

/** All columns except generated ones. */
const columnsOf = async (tx: Transaction, table: string): Promise<readonly string[]> => {
  const found =
    known.get(table) ??
    (await tx.anyFirst(column`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped
      order by attnum`))
  known.set(table, found)
  return found
}

export const insertRows = async (
  tx: Transaction,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  if (rows.length === 0) return
  const name = sql.identifier([table])
  const columns = listed((await columnsOf(tx, table)).map((one) => sql.identifier([one])))
  await tx.query(planned(`add to ${table}`, rows.length)`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${json(rows)})`)
}
