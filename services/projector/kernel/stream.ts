import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { sql, type DatabasePool, type QuerySqlToken } from 'slonik'
import { refused } from '#kernel/refused.ts'
import { countUnread, isUnreadFull, readerTimeout } from '#kernel/response-backpressure.ts'
import { inSnapshot } from './pool.ts'
import type { Read } from './list-answer.ts'
import { counted } from './list-state.ts'
import type { Transaction } from './projection.ts'
import type { Fragment } from './sql.ts'

const rowsPerPage = 1_000
const next = sql.unsafe`fetch forward 1000 from pages`

type Connection = Pick<Transaction, 'query'>

/** The rows, some at a time, so that a million are never in memory at once. The caller guarantees their type. */
async function* pagesOf<Row>(
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

type Streamed = { readonly answer: string }
type Shape = {
  readonly head: string
  readonly separator?: string
  readonly tail?: string
  readonly textOf?: (answer: string) => string
}

export const jsonList = { head: '{"success":true,"data":[', separator: ',', tail: ']}' }

/** Streams rows from one snapshot, of which `first` may read before. Resolves with the first rows, so that an early failure gets an error answer. */
export const streamRows = async (
  pool: DatabasePool,
  query: QuerySqlToken,
  { head, separator = '', tail = '', textOf = (answer) => answer }: Shape = jsonList,
  first: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<Readable> => {
  const body = new PassThrough()
  countUnread(body)
  const closed = new AbortController()
  body.once('close', () => closed.abort())
  // Nobody listens to the body yet; an unhandled error event would end the process.
  body.on('error', () => undefined)
  const begun = Promise.withResolvers<void>()

  const requestedAt = performance.now()
  const reading = inSnapshot(pool, async (tx) => {
    if (isUnreadFull() && performance.now() - requestedAt > readerTimeout)
      throw refused('UNAVAILABLE')
    await first(tx)
    let before = head
    for await (const rows of pagesOf<Streamed>(tx, query)) {
      const text = rows.map(({ answer }) => textOf(answer)).join(separator)
      if (rows.length > 0 || before === head) body.write(before + text)
      before = separator
      begun.resolve()
      // Reads ahead of a slow client, to release the connection soon. Its disconnect ends the wait.
      if (isUnreadFull() && body.writableNeedDrain)
        await once(body, 'drain', { signal: closed.signal }).catch(() => undefined)
      if (closed.signal.aborted) return
    }
    body.end(tail)
  })
  reading.catch((error: Error) => {
    begun.reject(error)
    body.destroy(error)
  })
  await begun.promise
  return body
}

/** With the result of the query `total`, of the same moment. */
export const streamList = async (
  pool: DatabasePool,
  total: Fragment,
  rows: QuerySqlToken,
  shape: Shape = jsonList,
): Promise<Read> => {
  let length = 0
  const body = await streamRows(pool, rows, shape, async (tx) => {
    length = await tx.oneFirst(sql.type(counted)`${total}`)
  })
  return { body, total: length }
}
