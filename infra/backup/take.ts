import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { installationFile } from '#infra/installation/folders.ts'
import { copyFile, filesIn, writeFile } from './files.ts'
import type { Entry, Manifest } from './manifest.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

export type Source = {
  readonly dataDir: string
  readonly databaseUrl: string
  /** Null where the log lies in an event store of the operator's. */
  readonly eventsDatabaseUrl: string | null
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
    if (files[join(name, `${table}.ndjson.gz`)]) continue
    const path = join(name, `${table}.ndjson.gz`)
    const digest = await writeFile(join(to, path), snapshot.rows(table), createGzip({ level: 1 }))
    files[path] = { ...digest, rows: await snapshot.count(table) }
  }
}

/**
 * Copies a system that may be running, in an order that keeps whole what refers to something else. What the
 * log refers to is there before the event: imports that say what the log has come before it; accounts,
 * keys and secrets that it needs after it. Files lie where they are for a day at least, and may be gone
 * from there once nothing refers to them: so before, and those that came meanwhile after it.
 */
export const takeBackup = async (
  { dataDir, databaseUrl, eventsDatabaseUrl, filesElsewhere }: Source,
  to: string,
): Promise<Manifest> => {
  const madeAt = new Date().toISOString()
  const files: Files = {}
  await copyNew(dataDir, to, 'files', files)
  const imports = await openSnapshot(databaseUrl, 'import')
  try {
    await copyTables(imports, to, 'stykkliste', files)
  } finally {
    await imports.close()
  }
  await copyNew(dataDir, to, 'imports', files)
  const events = eventsDatabaseUrl === null ? null : await openSnapshot(eventsDatabaseUrl)
  try {
    const main = await openSnapshot(databaseUrl)
    try {
      if (events) await copyTables(events, to, 'eventstore', files)
      await copyTables(main, to, 'stykkliste', files)
    } finally {
      await main.close()
    }
    await copyNew(dataDir, to, 'files', files)
    await copyNew(dataDir, to, 'keys', files)
    const log = events && (await events.logEnd())
    return { format: 1, madeAt, log, filesElsewhere, files }
  } finally {
    await events?.close()
  }
}
