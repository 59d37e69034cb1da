import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { sql, type DatabasePool, type QuerySqlToken } from 'slonik'
import { refused } from '#kernel/refused.ts'
import { countUnread, isUnreadFull, readerTimeout } from '#kernel/response-backpressure.ts'

const rowsPerFetch = 500
const next = sql.unsafe`fetch forward 500 from streamed`

type Shape = {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly textOf?: (answer: string) => string
}

export const jsonList: Shape = { head: '{"success":true,"data":[', separator: ',', tail: ']}' }

/** Sent while they are read, all as of one moment. Resolves at the first, so that what fails until then gets an answer. */
export const streamRows = async (
  pool: DatabasePool,
  query: QuerySqlToken,
  { head, separator, tail, textOf = (answer) => answer }: Shape = jsonList,
): Promise<Readable> => {
  const body = new PassThrough()
  countUnread(body)
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  // Before it begins nobody has the body: an error on it would be nobody's, and end the process.
  body.on('error', () => undefined)
  const begun = Promise.withResolvers<void>()

  const asked = performance.now()
  const reading = pool.transaction(async (tx) => {
    if (isUnreadFull() && performance.now() - asked > readerTimeout) throw refused('UNAVAILABLE')
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    // All is read: Postgres would prefer plans that give the first rows soon.
    await tx.query(sql.unsafe`set local cursor_tuple_fraction = 1`)
    await tx.query(sql.unsafe`declare streamed no scroll cursor for ${query}`)
    for (let before = head; ; before = separator) {
      // Each row is one text; a schema per row would cost more than the rest.
      const rows = (await tx.query(next)).rows as readonly { readonly answer: string }[]
      const text = rows.map(({ answer }) => textOf(answer)).join(separator)
      const isLast = rows.length < rowsPerFetch
      body.write((rows.length > 0 || before === head ? before + text : '') + (isLast ? tail : ''))
      begun.resolve()
      if (isLast) return body.end()
      // Read ahead of a slow client, so that it does not hold a connection for long. That it goes ends the wait.
      if (isUnreadFull() && body.writableNeedDrain)
        await once(body, 'drain', { signal: gone.signal }).catch(() => undefined)
      if (gone.signal.aborted) return undefined
    }
  })
  reading.catch((error: Error) => {
    begun.reject(error)
    body.destroy(error)
  })
  await begun.promise
  return body
}
