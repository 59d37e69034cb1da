import type { Readable } from 'node:stream'
import type { DatabasePool, QuerySqlToken } from 'slonik'
import { longestKept } from './list-cache.ts'
import type { Transaction } from './projection.ts'
import { streamRows } from './stream-rows.ts'

const buffered = 16 * 1024 * 1024

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
 * `{"success":true,"data":[...]}` of the texts that a query answers. `whole` gets all of it at the end,
 * unless it is longer than what is worth keeping.
 */
export const streamList = <Before>(
  pool: DatabasePool,
  before: (tx: Transaction) => Promise<Before>,
  query: QuerySqlToken,
  whole?: (before: Before, body: Buffer) => void,
): Promise<{ readonly before: Before; readonly body: Readable }> =>
  streamRows(pool, {
    query,
    before,
    buffered,
    async *write(rows, known) {
      const sent = keeping(whole !== undefined)
      let separator = '{"success":true,"data":['
      for await (const some of rows) {
        yield sent.add(separator + some.join(','))
        separator = ','
      }
      yield sent.add(separator === ',' ? ']}' : `${separator}]}`)
      const all = sent.all()
      if (all) whole?.(known, all)
    },
  })
