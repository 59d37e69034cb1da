import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { sql, type DatabasePool, type QuerySqlToken } from 'slonik'
import type { Transaction } from './projection.ts'

const rowsPerFetch = 500
const next = sql.unsafe`fetch forward 500 from streamed`

async function* fetched(tx: Transaction): AsyncGenerator<readonly string[]> {
  for (;;) {
    // Each row is one text; a schema per row would cost more than the rest.
    const rows = (await tx.query(next)).rows as readonly { readonly answer: string }[]
    if (rows.length > 0) yield rows.map(({ answer }) => answer)
    if (rows.length < rowsPerFetch) return
  }
}

type Streamed<Before> = {
  readonly query: QuerySqlToken
  /** Runs at the moment of which the rows are, and before them. */
  readonly before: (tx: Transaction) => Promise<Before>
  /** How much is read ahead of a slow client, so that it does not hold a connection for long. */
  readonly buffered: number
  /** What becomes of the rows, some at a time. */
  readonly write: (
    rows: AsyncIterable<readonly string[]>,
    before: Before,
  ) => AsyncIterable<string | Buffer>
}

/**
 * What is made of the texts that a query answers in its column `answer`, sent while they are read, all as
 * of one moment. Resolves when the first is there, so that what fails until then gets a proper answer.
 */
export const streamRows = async <Before>(
  pool: DatabasePool,
  { query, before, buffered, write }: Streamed<Before>,
): Promise<{ readonly before: Before; readonly body: Readable }> => {
  const body = new PassThrough({ highWaterMark: buffered })
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  const { promise: begun, resolve: begin, reject: fail } = Promise.withResolvers<Before>()
  let isBegun = false

  const reading = pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const known = await before(tx)
    await tx.query(sql.unsafe`declare streamed no scroll cursor for ${query}`)
    for await (const part of write(fetched(tx), known)) {
      const isTaken = body.write(part)
      isBegun = true
      begin(known)
      // That the client went away ends the wait, and below the reading.
      if (!isTaken) await once(body, 'drain', { signal: gone.signal }).catch(() => undefined)
      if (gone.signal.aborted) return
    }
    body.end()
  })
  reading.catch((error: Error) => {
    // Nobody has the body before it begins: an error on it would be nobody's, and end the process.
    if (isBegun) return body.destroy(error)
    body.destroy()
    fail(error)
  })
  return { before: await begun, body }
}
