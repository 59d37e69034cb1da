import type { Readable } from 'node:stream'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { LogEnd } from './manifest.ts'
import { lines, tablesIn } from './tables.ts'

/** What a database holds at one moment, however long it takes to read it. */
export type Snapshot = {
  readonly tables: readonly string[]
  /** The rows of a table, one JSON object a line. */
  readonly rows: (table: string) => Readable
  readonly count: (table: string) => Promise<number>
  readonly logEnd: () => Promise<LogEnd>
  readonly close: () => Promise<void>
}

/** The log is read in its order; of other tables the order says nothing. */
const order = (table: string) => (table === 'public.events' ? 'order by position' : '')

const endOfLog = `
  select (select count(*)::int from events) as events,
    (select json_build_object('position', position, 'id', id)
     from events order by position desc limit 1) as last`

/** Of one schema, or of all. */
export const openSnapshot = async (url: string, schema?: string): Promise<Snapshot> => {
  const client = new Client({ connectionString: url })
  // Whatever is asked next says it too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const all = await tablesIn(client)
    const tables = schema ? all.filter((table) => table.startsWith(`${schema}.`)) : all
    return {
      tables,
      rows: (table) =>
        client.query(
          copyTo(`copy (select row_to_json(t) from ${table} t ${order(table)}) to stdout ${lines}`),
        ),
      count: async (table) =>
        (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n,
      logEnd: async () => (await client.query<LogEnd>(endOfLog)).rows[0]!,
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
