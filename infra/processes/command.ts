import { join } from 'node:path'
import { z } from 'zod'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { openInstallation } from '#infra/installation/installation.ts'
import { watchDisk } from '#kernel/disk.ts'
import { serviceEnvironment } from '#kernel/environment.ts'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { gauge, serveMetrics } from '#kernel/metrics.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { serve } from '#kernel/serve.ts'
import { traceLog } from '#kernel/tracing.ts'
import { askImpact } from '#import/ask-impact.ts'
import { createImportService } from '#import/import-service.ts'
import { openImportDatabase } from '#import/store/job-repository.ts'
import { openPendingLines } from '#command/assembly/pending-lines.ts'
import { snapshotIn } from '#command/model/log-checkpoint.ts'
import { measureLog, probeWrites } from '#command/kernel/instrumented-log.ts'
import { openObjects } from '#command/objects/open.ts'
import { checkS3, s3Environment } from '#command/objects/s3-client.ts'
import { createCommandService } from '#command/service.ts'
import { settings } from './settings.ts'

const env = settings(
  serviceEnvironment.extend({
    ...s3Environment,
    INSTALLATION_LOST: z.string().optional(),
    PROJECTOR_URL: z.url().optional(),
  }),
  checkS3,
)
// Used before the service has its own logger.
let warn = (error: unknown): void => console.error(error)
// Without a supervisor, this is the only check that folder and database belong together.
const installation = await openInstallation({
  dataDir: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL,
  lostInstallation: env.INSTALLATION_LOST,
})
await installation.confirm({ main: env.DATABASE_URL })
const keyring = await openKeyring(env.DATABASE_URL)
const store = openEventLog(env.EVENTSTORE_URL, { onTrouble: (error) => warn(error) })
const { log: watched, writes } = probeWrites(store)
const log = withoutSkipped(privateLog(traceLog(measureLog(watched)), keyring))
const disk = await watchDisk(env.DATA_DIR)
const pendingLines = await openPendingLines(env.DATABASE_URL)
const service = await createCommandService({
  log,
  keyring,
  writes,
  disk,
  pendingLines,
  token: env.INTERNAL_TOKEN,
  logLevel: env.LOG_LEVEL,
  objects: openObjects(env),
  snapshot: snapshotIn(env.DATA_DIR),
  restart: () => process.kill(process.pid, 'SIGTERM'),
})
warn = (error) => service.app.log.warn({ err: error }, 'the event log is out of reach')
const importPool = await openImportDatabase(env.DATABASE_URL)
const imports = await createImportService({
  ...service,
  askImpact: askImpact({
    projector: env.PROJECTOR_URL,
    token: env.INTERNAL_TOKEN,
    report: (error, message) => service.app.log.error(error, message),
  }),
  log,
  pool: importPool,
  folder: join(env.DATA_DIR, 'imports'),
  titleOf: (entity, id) => service.model.records(entity).title(id),
})

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
    await importPool.end()
    await pendingLines.close()
    await log.close()
    await keyring.close()
  },
})
