import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { onConnection } from '#infra/postgres/databases.ts'
import type { LogEnd } from './manifest.ts'
import { lines, tablesIn } from './tables.ts'

/** What a database holds at one moment, however long it takes to read it. */
export type Snapshot = {
  readonly tables: readonly string[]
  /** The rows of a table, one JSON object a line. */
  readonly rows: (table: string) => Readable
  readonly count: (table: string) => Promise<number>
  readonly logEnd: () => Promise<LogEnd>
}

/** The log is read in its order; of other tables the order says nothing. */
const order = (table: string) => (table === 'public.events' ? 'order by position' : '')

const endOfLog = `
  select (select count(*)::int from events) as events,
    (select json_build_object('position', position, 'id', id)
     from events order by position desc limit 1) as last`

/** Of one schema, or of all. */
export const withSnapshot = <T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
  schema = '',
): Promise<T> =>
  onConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await tablesIn(client)
    return work({
      tables: tables.filter((table) => table.startsWith(schema)),
      rows: (table) =>
        client.query(
          copyTo(`copy (select row_to_json(t) from ${table} t ${order(table)}) to stdout ${lines}`),
        ),
      count: async (table) =>
        (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n,
      logEnd: async () => (await client.query<LogEnd>(endOfLog)).rows[0]!,
    })
  })
