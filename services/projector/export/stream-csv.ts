import type { Readable } from 'node:stream'
import type { DatabasePool, QuerySqlToken } from 'slonik'
import { streamRows } from '../kernel/stream-rows.ts'

const buffered = 4 * 1024 * 1024

/** The lines of a file, its head and one for each text that a query answers. */
export const streamCsv = async (
  pool: DatabasePool,
  head: string,
  query: QuerySqlToken,
  lineOf: (answer: string) => string,
): Promise<Readable> => {
  const { body } = await streamRows(pool, {
    query,
    before: async () => undefined,
    buffered,
    async *write(rows) {
      let start = head
      for await (const some of rows) {
        yield start + some.map(lineOf).join('')
        start = ''
      }
      if (start !== '') yield start
    },
  })
  return body
}
