import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareSchema } from '#infra/eventstore/server/log/schema.ts'
import { openAuditDatabase } from '#audit/tables.ts'
import { openDatabase } from '#access/store/database.ts'
import { steps } from '#access/store/schema.ts'
import { openPendingLines } from '#command/assembly/pending-lines.ts'
import { restoringFolder } from '#infra/installation/installation.ts'
import { lockData } from '#infra/data-folder/data-lock.ts'
import { ensureDatabase, onConnection } from '#infra/postgres/databases.ts'
import { openImportDatabase } from '#import/store/job-repository.ts'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { copyFile } from './files.ts'
import { loadTables, requireEmpty, tablesOf } from './load-tables.ts'
import type { Manifest } from './manifest.ts'

/** Creates the tables in the version that the backup has. The next start migrates them to this release. */
const makeMainTables = async (url: string, manifest: Manifest): Promise<void> => {
  const done = tablesOf(manifest, 'stykkliste').get('access.schema_steps')
  if ((done ?? 0) > steps.length)
    throw new Error('Kopien er tatt av en nyere utgave enn denne. Hent den tilbake med den.')
  if (done !== undefined) await (await openDatabase(url, done)).end()
  await (await openKeyring(url)).close()
  await (await openImportDatabase(url)).end()
  await (await openPendingLines(url)).close()
  await (await openAuditDatabase(url)).end()
}

type Databases = { readonly main: string; readonly events: string | null }

export const restoreDatabases = async (
  folder: string,
  manifest: Manifest,
  { main, events }: Databases,
): Promise<void> => {
  await requireEmpty(main)
  if (events !== null) {
    await ensureDatabase(events)
    await requireEmpty(events)
    await onConnection(events, prepareSchema)
    await loadTables(events, folder, 'eventstore', manifest)
  }
  await makeMainTables(main, manifest)
  await loadTables(main, folder, 'stykkliste', manifest)
}

const isInDataFolder = (path: string): boolean => /^(files|keys|imports)\//.test(path)

export const restoreFiles = async (
  folder: string,
  { files }: Manifest,
  dataDir: string,
): Promise<void> => {
  for (const path of Object.keys(files).filter(isInDataFolder))
    await copyFile(join(folder, path), join(dataDir, path))
}

const database = 'postgres'
/** Names that an unused folder may have: lock files, and `lost+found` of an empty disk. */
const isIgnorable = (name: string) => /^(lock(\..*)?|lost\+found)$/.test(name)

const requireEmptyFolder = async (dataDir: string): Promise<void> => {
  if (!existsSync(dataDir)) return
  const found = (await readdir(dataDir)).filter(
    (name) => name !== restoringFolder && !isIgnorable(name),
  )
  if (found.length > 0)
    throw new Error(
      `${dataDir} er ikke tom (${found.join(', ')}). En kopi hentes bare tilbake til en tom mappe: velg en med DATA_DIR.`,
    )
}

/** `work` fills a subfolder, whose content moves up at the end, so an interrupted restore can run again. */
export const fillEmptyFolder = async (
  dataDir: string,
  work: (unfinished: string) => Promise<void>,
): Promise<void> => {
  await requireEmptyFolder(dataDir)
  const unlock = lockData(dataDir)
  try {
    await requireEmptyFolder(dataDir)
    const unfinished = join(dataDir, restoringFolder)
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    try {
      await work(unfinished)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
    const made = (await readdir(unfinished)).filter((name) => !isIgnorable(name))
    // The database moves last: without it a start refuses the folder, so a half-moved restore is noticed.
    for (const name of made.toSorted((a, b) => Number(a === database) - Number(b === database)))
      await rename(join(unfinished, name), join(dataDir, name))
    await rm(unfinished, { recursive: true })
  } finally {
    unlock()
  }
}
