import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { sql, type DatabasePool, type QuerySqlToken } from 'slonik'
import { longestKept } from './list-cache.ts'
import type { Transaction } from './projection.ts'

/** Read ahead of a slow client, so that it does not hold a connection to the database for long. */
const buffered = 16 * 1024 * 1024

const rowsPerFetch = 500
const next = sql.unsafe`fetch forward 500 from list`

type Row = { readonly answer: string }

async function* fetched(tx: Transaction): AsyncGenerator<string> {
  for (;;) {
    // Each row is one text, `answer`; a schema per row would cost more than the rest.
    const { rows } = await tx.query(next)
    if (rows.length > 0) yield (rows as readonly Row[]).map(({ answer }) => answer).join(',')
    if (rows.length < rowsPerFetch) return
  }
}

const drained = (stream: PassThrough, signal: AbortSignal) =>
  once(stream, 'drain', { signal }).catch(() => undefined)

/** Gathers what is sent while it is not too long to keep. */
const keeping = (isWanted: boolean) => {
  let chunks: Buffer[] | undefined = isWanted ? [] : undefined
  let length = 0
  return {
    add: (text: string): Buffer => {
      const chunk = Buffer.from(text)
      length += chunk.length
      if (length > longestKept) chunks = undefined
      chunks?.push(chunk)
      return chunk
    },
    all: () => chunks && Buffer.concat(chunks),
  }
}

/**
 * `{"success":true,"data":[...]}` of the texts that a query answers in its column `answer`, sent while
 * they are read, all as of one moment. `before` runs at that moment too. Resolves when the first rows are
 * there, so that what fails until then still gets a proper answer. `whole` gets all of it at the end,
 * unless it is longer than what is worth keeping.
 */
export const streamList = async <Before>(
  pool: DatabasePool,
  before: (tx: Transaction) => Promise<Before>,
  query: QuerySqlToken,
  whole?: (before: Before, body: Buffer) => void,
): Promise<{ readonly before: Before; readonly body: Readable }> => {
  const body = new PassThrough({ highWaterMark: buffered })
  const gone = new AbortController()
  body.once('close', () => gone.abort())
  const started = Promise.withResolvers<Before>()

  const reading = pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const known = await before(tx)
    await tx.query(sql.unsafe`declare list no scroll cursor for ${query}`)
    let separator = '{"success":true,"data":['
    const sent = keeping(whole !== undefined)
    for await (const rows of fetched(tx)) {
      const isTaken = body.write(sent.add(separator + rows))
      separator = ','
      started.resolve(known)
      if (!isTaken) await drained(body, gone.signal)
      if (gone.signal.aborted) return
    }
    body.end(sent.add(separator === ',' ? ']}' : `${separator}]}`))
    const all = sent.all()
    if (all) whole?.(known, all)
    started.resolve(known)
  })
  reading.catch((error: Error) => {
    started.reject(error)
    body.destroy(error)
  })
  return { before: await started.promise, body }
}
