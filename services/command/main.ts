import { join } from 'node:path'
import { z } from 'zod'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { openInstallation } from '#infra/installation/installation.ts'
import { watchDisk } from '../kernel/disk.ts'
import { environment, serviceEnvironment } from '../kernel/environment.ts'
import { openKeyring } from '../kernel/privacy/keyring.ts'
import { privateLog } from '../kernel/privacy/private-log.ts'
import { gauge, serveMetrics } from '../kernel/metrics.ts'
import { passingOver } from '../kernel/skips.ts'
import { serve } from '../kernel/serve.ts'
import { tracedLog } from '../kernel/tracing.ts'
import { csvImport } from './csv-import/csv-import.ts'
import { measuredLog } from './kernel/measured-log.ts'
import { snapshotIn } from './kernel/log-mark.ts'
import { readSide } from './kernel/read-side.ts'
import { probeWrites } from './kernel/write-probe.ts'
import { objectEnvironment, openObjects } from './objects/open.ts'
import { commandService } from './service.ts'

const env = environment(
  serviceEnvironment.extend({
    ...objectEnvironment,
    /** Where imports get many records at once; without it each is read from its own stream. */
    PROJECTOR_URL: z.url().optional(),
    INSTALLATION_LOST: z.string().optional(),
  }),
)
// May come before there is a service with a log of its own.
let warn = (error: unknown): void => console.error(error)
// Without a supervisor nobody else has looked whether folder and database belong together.
const installation = await openInstallation({
  dataDir: env.DATA_DIR,
  isEmbedded: false,
  lost: env.INSTALLATION_LOST,
})
await installation.confirm({ main: env.DATABASE_URL, events: null })
const keyring = await openKeyring(env.DATABASE_URL)
const store = openEventLog(env.EVENTSTORE_URL, { onTrouble: (error) => warn(error) })
const { log: watched, writes } = probeWrites(store)
const log = passingOver(privateLog(tracedLog(measuredLog(watched)), keyring))
const disk = await watchDisk(env.DATA_DIR)
const projector = env.PROJECTOR_URL ? readSide(env.PROJECTOR_URL, env.INTERNAL_TOKEN) : undefined
const service = await commandService({
  log,
  keyring,
  writes,
  disk,
  token: env.INTERNAL_TOKEN,
  logLevel: env.LOG_LEVEL,
  objects: await openObjects(env),
  snapshot: snapshotIn(env.DATA_DIR),
  onCut: () => process.kill(process.pid, 'SIGTERM'),
  ...(projector && { states: projector.states }),
})
warn = (error) => service.app.log.warn({ err: error }, 'the event log is out of reach')
const imports = await csvImport(service, { log, folder: join(env.DATA_DIR, 'imports') })

gauge('imports_running', 'Imports under way', imports.jobs.running)
await serveMetrics('command')

await serve(service.app, {
  host: env.HOST,
  port: env.PORT,
  stop: async () => {
    writes.stop()
    disk.stop()
    await imports.stop()
    await service.stop()
    await projector?.close()
    await log.close()
    await keyring.close()
  },
})
