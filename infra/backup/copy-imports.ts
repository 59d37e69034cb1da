import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { jobFolders } from '#command/csv-import/job-folder.ts'
import { copyFile, filesIn, unlessGone } from './copy-folder.ts'
import type { Entry } from './manifest.ts'

export const importsFolder = 'imports'

/** A job that says that it has ended has a whole journal, and a row in the journal has its note: so in this order. */
const order = ['job.json', 'rows.bin']
const rank = (path: string) => {
  const at = order.indexOf(basename(path))
  return at < 0 ? order.length : at
}

const copyImport = async (from: string, to: string): Promise<Record<string, Entry>> => {
  const files: Record<string, Entry> = {}
  for (const name of (await filesIn(from)).toSorted((a, b) => rank(a) - rank(b))) {
    const digest = await copyFile(join(from, name), join(to, name))
    if (digest) files[name] = digest
  }
  if (existsSync(from)) return files
  // Removed meanwhile: half of it is none.
  await rm(to, { recursive: true, force: true })
  return {}
}

/**
 * The imports, as they are at this moment or a little later. Taken before the log, so that what an import
 * says to have done, the log has.
 */
export const copyImports = async (
  dataDir: string,
  folder: string,
): Promise<Record<string, Entry>> => {
  const copied: Record<string, Entry> = {}
  for (const id of (await unlessGone(readdir(join(dataDir, importsFolder)))) ?? []) {
    const path = join(importsFolder, id)
    const files = await copyImport(join(dataDir, path), join(folder, path))
    for (const [name, entry] of Object.entries(files)) copied[join(path, name)] = entry
  }
  return copied
}

/** The log may have more of an import than it knows of: if it goes on, it is to look up each row. */
export const doubtImports = async (folder: string): Promise<void> => {
  const folders = jobFolders(folder)
  for (const { job } of await folders.all())
    if (job) await folders.save({ ...job, marksBegun: false })
}
