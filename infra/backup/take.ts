import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { installationFile } from '#infra/installation/folders.ts'
import { copyFile, filesIn, writeFile } from './files.ts'
import type { Entry, LogEnd, Manifest } from './manifest.ts'
import { withSnapshot, type Snapshot } from './snapshot.ts'

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
