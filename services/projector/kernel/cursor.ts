import { sql, type QuerySqlToken } from 'slonik'
import type { Transaction } from './projection.ts'
import type { Fragment } from './sql.ts'

const rowsPerPage = 1_000
const next = sql.unsafe`fetch forward 1000 from pages`

type Connection = Pick<Transaction, 'query'>

/** The rows, some at a time, so that a million are never in memory at once. The caller guarantees their type. */
export async function* pagesOf<Row>(
  tx: Connection,
  query: Fragment | QuerySqlToken,
): AsyncGenerator<readonly Row[]> {
  // The cursor is read to its end. By default Postgres plans for the first rows of a cursor.
  await tx.query(sql.unsafe`set local cursor_tuple_fraction = 1`)
  await tx.query(sql.unsafe`declare pages no scroll cursor for ${query}`)
  for (let isWhole = true; isWhole;) {
    const { rows } = await tx.query(next)
    yield rows as readonly Row[]
    isWhole = rows.length === rowsPerPage
  }
  await tx.query(sql.unsafe`close pages`)
}

export const eachRow = async <Row>(
  tx: Connection,
  query: Fragment,
  take: (row: Row) => void,
): Promise<void> => {
  for await (const rows of pagesOf<Row>(tx, query)) for (const row of rows) take(row)
}
