import { resolve } from 'node:path'
import { checkBackup } from '#infra/backup/check.ts'
import type { Manifest } from '#infra/backup/manifest.ts'
import { intoEmpty, restoreDatabases, restoreFiles } from '#infra/backup/restore.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { withDatabase } from '#infra/supervisor/with-database.ts'
import { refill } from '#projector/kernel/prepare-schema.ts'
import { createReadSide } from '#projector/projections.ts'
import { progress } from './progress.ts'
import { reportCheck } from './report-check.ts'
import { eventsBeside, runTool, withParts } from './tool.ts'

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

const refillReadTables = (env: NodeJS.ProcessEnv): Promise<void> =>
  withParts(env, ({ databaseUrl, log }) =>
    refill(databaseUrl, createReadSide().projections, {
      log,
      progress: progress('Lesetabellene fylles'),
    }),
  )

/** `npm run restore <folder>`: a backup into an empty DATA_DIR, which `npm start` then runs on. */
const restore = async (given: string | undefined): Promise<boolean> => {
  if (given === undefined) throw new Error('Bruk: npm run restore <mappe>')
  const folder = resolve(given)
  const config = configuration(process.env)
  const checked = await checkBackup(folder)
  if (!reportCheck(checked)) return false
  const { manifest } = checked
  requireSameLog(manifest, config)

  await intoEmpty(config.dataDir, async (unfinished) => {
    const own = { ...config, dataDir: unfinished }
    await withDatabase(own, async (main) => {
      const events = manifest.log ? await eventsBeside(main, own) : null
      await restoreDatabases(folder, manifest, { main, events })
    })
    await restoreFiles(folder, manifest, unfinished)
    await refillReadTables({ ...process.env, DATA_DIR: unfinished })
  })
  console.log(`Kopien er hentet tilbake til ${config.dataDir}. Start med npm start.`)
  return true
}

await runTool(() => restore(process.argv[2]))
