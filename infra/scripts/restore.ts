import { resolve } from 'node:path'
import { argumentsOf } from '#infra/arguments.ts'
import { checkBackup, reportCheck } from '#infra/backup/check.ts'
import type { Manifest } from '#infra/backup/manifest.ts'
import { fillEmptyFolder, restoreDatabases, restoreFiles } from '#infra/backup/restore.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { refill } from '#projector/kernel/prepare-schema.ts'
import { createReadSide } from '#projector/projections.ts'
import { progress, runTool, withDatabases, withParts } from './tool.ts'

const requireSameLog = ({ log }: Manifest, { eventstoreUrl }: Configuration): void => {
  if (log && eventstoreUrl !== undefined)
    throw new Error(
      'Kopien har hendelsesloggen i seg, og EVENTSTORE_URL sier at den ligger i en egen server. Ta bort EVENTSTORE_URL.',
    )
  if (!log && eventstoreUrl === undefined)
    throw new Error(
      'Kopien har ingen hendelseslogg: den lå i en egen server. Hent den tilbake der, og oppgi EVENTSTORE_URL.',
    )
}

const usage = `Bruk: npm run restore <mappe>
Henter kopien i mappen tilbake til en tom DATA_DIR.`

const restore = async (given: string | undefined): Promise<boolean> => {
  if (given === undefined) throw new Error(usage)
  const folder = resolve(given)
  const config = configuration(process.env)
  const checked = await checkBackup(folder)
  if (!reportCheck(checked)) return false
  const { manifest } = checked
  requireSameLog(manifest, config)

  await fillEmptyFolder(config.dataDir, async (unfinished) => {
    const own = { ...config, dataDir: unfinished }
    await withDatabases(own, (databases) => restoreDatabases(folder, manifest, databases))
    await restoreFiles(folder, manifest, unfinished)
    const filling = progress('Lesetabellene fylles')
    await withParts(own, ({ databaseUrl, log }) =>
      refill(databaseUrl, createReadSide().projections, { log, progress: filling }),
    )
  })
  console.log(`Kopien er hentet tilbake til ${config.dataDir}. Start med npm start.`)
  return true
}

const [folder] = argumentsOf(usage, {}, 1).words

await runTool(() => restore(folder))
