import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { filesIn } from './copy-folder.ts'
import { checkLog } from './check-log.ts'
import { manifestFile, readManifest, type Entry, type Manifest } from './manifest.ts'
import { digestOf } from './write-file.ts'

export type Checked = { readonly manifest: Manifest; readonly faults: readonly string[] }

const faultIn = async (path: string, { size, sha256 }: Entry): Promise<string | null> => {
  if (!existsSync(path)) return 'mangler'
  const found = await digestOf(path)
  if (found.size !== size) return 'har en annen lengde enn da kopien ble tatt'
  return found.sha256 === sha256 ? null : 'har et annet innhold enn da kopien ble tatt'
}

const faultsInFiles = async (folder: string, { files }: Manifest): Promise<string[]> => {
  const faults: string[] = []
  for (const [path, entry] of Object.entries(files)) {
    const fault = await faultIn(join(folder, path), entry)
    if (fault) faults.push(`SKADET ${path} ${fault}`)
  }
  for (const path of await filesIn(folder))
    if (path !== manifestFile && !files[path]) faults.push(`UKJENT ${path} står ikke i manifestet`)
  return faults
}

const faultsInLog = async (folder: string, { log }: Manifest): Promise<readonly string[]> => {
  if (!log) return []
  const { end, faults } = await checkLog(folder)
  return isDeepStrictEqual(end, log)
    ? faults
    : [...faults, `SKADET hendelsesloggen har ${end.events} hendelser, og manifestet ${log.events}`]
}

/**
 * Reads a whole backup without starting anything: is each file as it was written, is none missing or foreign,
 * is each event as it was when it was stored, and is the last one there?
 */
export const checkBackup = async (folder: string): Promise<Checked> => {
  const manifest = readManifest(folder)
  const faults = await faultsInFiles(folder, manifest)
  return {
    manifest,
    faults: faults.length > 0 ? faults : await faultsInLog(folder, manifest),
  }
}
