import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { onConnection } from '#infra/postgres/databases.ts'
import type { LogEnd } from './manifest.ts'
import { lines, tablesIn } from './tables.ts'

/** The log is read in its order; of other tables the order says nothing. */
const order = (table: string) => (table === 'public.events' ? 'order by position' : '')

const endOfLog = `
  select (select count(*)::int from events) as events,
    (select json_build_object('position', position, 'id', id)
     from events order by position desc limit 1) as last`

const snapshotOf = async (client: Client, schema: string) => {
  await client.query('begin isolation level repeatable read, read only')
  return {
    tables: (await tablesIn(client)).filter((table) => table.startsWith(schema)),
    /** The rows of a table, one JSON object a line. */
    rows: (table: string): Readable =>
      client.query(
        copyTo(`copy (select row_to_json(t) from ${table} t ${order(table)}) to stdout ${lines}`),
      ),
    count: async (table: string) =>
      (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n,
    logEnd: async () => (await client.query<LogEnd>(endOfLog)).rows[0]!,
  }
}

export type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

/** What a database holds at one moment, however long it takes to read it: of one schema, or of all. */
export const withSnapshot = <T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
  schema = '',
): Promise<T> => onConnection(url, async (client) => work(await snapshotOf(client, schema)))
