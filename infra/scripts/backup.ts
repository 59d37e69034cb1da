import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { argumentsOf } from '#infra/arguments.ts'
import { checkBackup, reportCheck } from '#infra/backup/check.ts'
import { writeManifest } from '#infra/backup/manifest.ts'
import { takeBackup } from '#infra/backup/take.ts'
import { makeFolders } from '#infra/data-folder/make-folders.ts'
import { waitUntilStopped } from '../postgres/stale-server.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { runTool, withDatabases } from './tool.ts'

const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '')

const requireData = async ({ dataDir, databaseUrl }: Configuration): Promise<void> => {
  if (databaseUrl !== undefined || runningSystem(dataDir)) return
  const cluster = join(dataDir, 'postgres', 'cluster')
  if (!existsSync(cluster)) throw new Error(`Det er ingen data i ${dataDir}.`)
  await waitUntilStopped(cluster, 3_000, console.log)
}

/** Makes the unfinished folder. False if the target is not empty. */
const prepare = async (folder: string, unfinished: string): Promise<boolean> => {
  try {
    if (existsSync(folder) && (await readdir(folder)).length > 0) return false
    await rm(unfinished, { recursive: true, force: true })
    makeFolders(unfinished, 0o700)
    return true
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(
      `Kopien kan ikke legges i ${folder} (${code}). Oppgi en mappe du kan skrive i: npm run backup -- <mappe>.`,
      { cause },
    )
  }
}

/** Works whether or not the system is running. */
const backup = async (target: string | undefined): Promise<boolean> => {
  const config = configuration(process.env)
  await requireData(config)
  const folder = resolve(target ?? join(`${config.dataDir}-sikkerhetskopier`, stamp(new Date())))
  const unfinished = `${folder}.ufullstendig`
  if (!(await prepare(folder, unfinished))) throw new Error(`${folder} er ikke tom.`)
  try {
    const filesElsewhere = Boolean(process.env['S3_ENDPOINT'])
    const manifest = await withDatabases(config, ({ main, events }) =>
      takeBackup({ dataDir: config.dataDir, main, events, filesElsewhere }, unfinished),
    )
    writeManifest(unfinished, manifest)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(`Kopien ble ikke tatt: ${(cause as Error).message}`, { cause })
  }
  console.log(`Kopien ligger i ${folder}.`)
  return reportCheck(await checkBackup(folder))
}

const usage = `Bruk: npm run backup -- [mappe]
Tar en kopi av alt, også mens systemet kjører. Uten mappe: ved siden av DATA_DIR.`
const [folder] = argumentsOf(usage, {}, 1).words

await runTool(() => backup(folder))
