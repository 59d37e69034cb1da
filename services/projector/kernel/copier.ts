import { finished } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import pLimit from 'p-limit'
import { from as copyFrom } from 'pg-copy-streams'
import { columnsOf } from './insert-rows.ts'
import type { Transaction } from './projection.ts'
import { json, storable } from './sql.ts'

const special = /[\\\n\r\t\0\ud800-\udfff]/
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const escaped = (text: string): string =>
  special.test(text) ? storable(text).replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign]!) : text

/** In the text format of COPY. */
const fieldOf = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  return typeof value === 'bigint' ? String(value) : escaped(json(value))
}

const copy = async (
  client: Client,
  table: string,
  names: readonly string[],
  rows: readonly object[],
): Promise<void> => {
  const lineOf = (row: object) =>
    `${names.map((name) => fieldOf(row[name as keyof typeof row])).join('\t')}\n`
  const columns = names.map(escapeIdentifier).join(', ')
  const copying = client.query(copyFrom(`copy ${escapeIdentifier(table)} (${columns}) from stdin`))
  copying.end(rows.map(lineOf).join(''))
  await finished(copying)
}

/**
 * Inserts by COPY, in a third of the time, on its own connection, since slonik has no COPY. Copies run while the
 * projections continue. They are outside the batch's transaction, so a failed batch leaves rows.
 */
export const openCopier = async (url: string) => {
  const client = new Client({ connectionString: url })
  // The next copy fails with the same error.
  client.on('error', () => undefined)
  await client.connect()
  const inTurn = pLimit(1)
  const copies: Promise<void>[] = []
  return {
    /** Starts a copy without waiting for it. */
    add: async (tx: Transaction, table: string, rows: readonly object[]): Promise<void> => {
      if (rows.length === 0) return
      const copied = inTurn(copy, client, table, await columnsOf(tx, table), rows)
      // `flush` throws the error.
      copied.catch(() => undefined)
      copies.push(copied)
    },
    /** Waits for all copies. Throws if one failed. */
    flush: async (): Promise<void> => {
      await Promise.allSettled(copies)
      await Promise.all(copies.splice(0))
    },
    end: () => client.end(),
  }
}

export type Copier = Awaited<ReturnType<typeof openCopier>>
