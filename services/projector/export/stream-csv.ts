import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { sql, type DatabasePool, type QuerySqlToken } from 'slonik'

const buffered = 4 * 1024 * 1024
const rowsPerFetch = 500
const next = sql.unsafe`fetch forward 500 from export`

type Row = { readonly answer: string }

/**
 * A text of lines, one for each text that a query answers in its column `answer`, sent while they are
 * read, all as of one moment. Resolves when the first rows are there.
 */
export const streamCsv = async (
  pool: DatabasePool,
  head: string,
  query: QuerySqlToken,
  lineOf: (answer: string) => string,
): Promise<Readable> => {
  const body = new PassThrough({ highWaterMark: buffered })
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  const started = Promise.withResolvers<void>()

  const reading = pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    await tx.query(sql.unsafe`declare export no scroll cursor for ${query}`)
    body.write(head)
    for (;;) {
      // Each row is one text; a schema per row would cost more than the rest.
      const rows = (await tx.query(next)).rows as readonly Row[]
      const isTaken = body.write(rows.map(({ answer }) => lineOf(answer)).join(''))
      started.resolve()
      if (rows.length < rowsPerFetch) break
      if (!isTaken) await once(body, 'drain', { signal: gone.signal }).catch(() => undefined)
      if (gone.signal.aborted) return
    }
    body.end()
  })
  reading.catch((error: Error) => {
    started.reject(error)
    body.destroy(error)
  })
  await started.promise
  return body
}
