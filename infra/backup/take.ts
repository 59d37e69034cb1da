import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { onConnection } from '#infra/postgres/databases.ts'
import { installationFile } from '#infra/installation/folders.ts'
import { copyFile, filesIn, writeFile } from './files.ts'
import type { Entry, LogEnd, Manifest } from './manifest.ts'
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

type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

/** What a database holds at one moment, however long it takes to read it: of one schema, or of all. */
const withSnapshot = <T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
  schema = '',
): Promise<T> => onConnection(url, async (client) => work(await snapshotOf(client, schema)))

type Source = {
  readonly dataDir: string
  readonly main: string
  /** Null where the log lies in an event store of the operator's. */
  readonly events: string | null
  readonly filesElsewhere: boolean
}

type Files = Record<string, Entry>

/** Files below it never change, so those that are copied already are passed over. */
const copyNew = async (from: string, to: string, name: string, files: Files): Promise<void> => {
  for (const file of await filesIn(join(from, name))) {
    const path = join(name, file)
    if (files[path] || file === installationFile) continue
    const digest = await copyFile(join(from, path), join(to, path))
    if (digest) files[path] = digest
  }
}

const copyTables = async (snapshot: Snapshot, to: string, name: string, files: Files) => {
  for (const table of snapshot.tables) {
    const path = join(name, `${table}.ndjson.gz`)
    if (files[path]) continue
    const digest = await writeFile(join(to, path), snapshot.rows(table), createGzip({ level: 1 }))
    files[path] = { ...digest, rows: await snapshot.count(table) }
  }
}

/**
 * Copies a system that may be running, in an order that keeps whole what refers to something else. What the
 * log refers to is there before the event: imports that say what the log has, and the tree made of it, come before it;
 * accounts, keys and secrets that it needs after it. Files lie where they are for a day at least, and may be gone
 * from there once nothing refers to them: so before, and those that came meanwhile after it.
 */
export const takeBackup = async (
  { dataDir, main, events, filesElsewhere }: Source,
  to: string,
): Promise<Manifest> => {
  const madeAt = new Date().toISOString()
  const files: Files = {}
  await copyNew(dataDir, to, 'files', files)
  for (const schema of ['import.', 'audit.'])
    await withSnapshot(main, (tables) => copyTables(tables, to, 'stykkliste', files), schema)
  await copyNew(dataDir, to, 'imports', files)
  const copyRest = async (log: Snapshot | null): Promise<LogEnd | null> => {
    await withSnapshot(main, async (rest) => {
      if (log) await copyTables(log, to, 'eventstore', files)
      await copyTables(rest, to, 'stykkliste', files)
    })
    await copyNew(dataDir, to, 'files', files)
    await copyNew(dataDir, to, 'keys', files)
    return log && log.logEnd()
  }
  const log = await (events === null ? copyRest(null) : withSnapshot(events, copyRest))
  return { format: 1, madeAt, log, filesElsewhere, files }
}
