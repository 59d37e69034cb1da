import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { onConnection } from '#infra/postgres/databases.ts'
import { installationFile } from '#infra/installation/folders.ts'
import { copyFile, filesIn, writeFile } from './files.ts'
import type { Entry, LogEnd, Manifest } from './manifest.ts'
import { lines, tablesIn } from './tables.ts'

const order = (table: string) => (table === 'public.events' ? 'order by position' : '')

const endOfLog = `
  select (select count(*)::int from events) as events,
    (select json_build_object('position', position, 'id', id)
     from events order by position desc limit 1) as last`

const snapshotOf = async (client: Client, schema: string) => {
  await client.query('begin isolation level repeatable read, read only')
  return {
    tables: (await tablesIn(client)).filter((table) => table.startsWith(schema)),
    rows: (table: string) =>
      client.query(
        copyTo(`copy (select row_to_json(t) from ${table} t ${order(table)}) to stdout ${lines}`),
      ),
    logEnd: async () => (await client.query<LogEnd>(endOfLog)).rows[0]!,
  }
}

type Snapshot = Awaited<ReturnType<typeof snapshotOf>>

/** Reads the database as of one moment. An empty `schema` means all schemas. */
const withSnapshot = <T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
  schema = '',
): Promise<T> => onConnection(url, async (client) => work(await snapshotOf(client, schema)))

type Source = {
  readonly dataDir: string
  readonly main: string
  /** Null if the log is in an external event store. */
  readonly events: string | null
  readonly filesElsewhere: boolean
}

type Files = Record<string, Entry>

/** Stored files never change, so files that are copied already are skipped. */
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
    const source = snapshot.rows(table)
    const digest = await writeFile(join(to, path), source, createGzip({ level: 1 }))
    files[path] = { ...digest, rows: source.rowCount }
  }
}

/**
 * The order keeps references intact while the system runs: imports and audit tree before the log, which they refer
 * to; accounts and keys after it; uploads before and after, since files of deleted records may go and new ones come.
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
