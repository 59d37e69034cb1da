import { sql } from 'slonik'
import { z } from 'zod'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { startAudit } from '#audit/audit.ts'
import {
  checkDestinations,
  destinationsEnvironment,
  openDestinations,
} from '#audit/destinations/destinations.ts'
import { serviceEnvironment } from '#kernel/environment.ts'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { gauge, serveMetrics, watchPools } from '#kernel/metrics.ts'
import { createProbe } from '#kernel/probe.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { serve } from '#kernel/serve.ts'
import type { App } from '#kernel/types.ts'
import { createProjectorApp } from '#projector/app.ts'
import { lagOf, startProjector } from '#projector/kernel/run.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { versionOf } from '#projector/kernel/schema.ts'
import { askUsernames } from '#projector/kernel/usernames.ts'
import { createReadSide } from '#projector/projections.ts'
import { settings } from './settings.ts'

const env = settings(
  serviceEnvironment.extend({
    QUERY_DATABASE_URL: z.string().min(1).optional(),
    GATEWAY_URL: z.url().optional(),
    ...destinationsEnvironment,
  }),
  checkDestinations,
)
const url = env.DATABASE_URL
const queryUrl = env.QUERY_DATABASE_URL ?? url

const { projections, bom } = createReadSide()
const serving = Promise.withResolvers<App>()
const report = (error: unknown, facts: object, message: string) =>
  void serving.promise.then((app) => app.log.error({ err: error, ...facts }, message))

const logInfo = (text: string) => void serving.promise.then((app) => app.log.info(text))

const keyring = await openKeyring(url)
const store = openEventLog(env.EVENTSTORE_URL, {
  onTrouble: (error) => report(error, {}, 'lost the event log, looking for it again'),
})
const log = withoutSkipped(privateLog(store, keyring))
// A separate connection, so that the health check passes while all others are busy.
const probing = await openPool(queryUrl, { size: 1 })
const reads = createProbe({
  check: () => probing.query(sql.unsafe`select 1`),
  reason: 'Databasen svarer ikke',
})
const projector = await startProjector({ url, log, projections, report, logInfo })
// Not decrypted, because the audit tree hashes the stored bytes.
const audit = await startAudit({
  url,
  log: store.secondReader,
  destinations: openDestinations(env),
  report,
})
const pool = await openPool(queryUrl, { failed: projector.failed })
const lists = await openPool(queryUrl, { size: 6, failed: projector.failed })
const usernames = askUsernames({ gateway: env.GATEWAY_URL, token: env.INTERNAL_TOKEN, report })
const version = versionOf(projections)
const context = { pool, lists, log: store, projector, reads, version, usernames }
watchPools({ queries: pool, lists })
const lag = () => lagOf(store, projector)
gauge('projector_lag_positions', 'Of the log that the read tables lack', async () => {
  const { positions } = await lag()
  return positions
})
gauge('projector_lag_seconds', 'Age of the first event that the read tables lack', async () => {
  const { seconds } = await lag()
  return seconds
})
gauge('audit_fits', 'The log is the one that the audit tree was made of', () =>
  audit.problem() === null ? 1 : 0,
)
await serveMetrics('projector')
const app = await createProjectorApp(
  {
    token: env.INTERNAL_TOKEN,
    logLevel: env.LOG_LEVEL,
    health: () => reads.failure() ?? projector.health(),
    answers: () => reads.failure() === null,
  },
  context,
  bom,
  audit,
)
serving.resolve(app)

await serve(app, {
  host: env.HOST,
  port: env.PORT,
  stop: async () => {
    reads.stop()
    await projector.stop()
    await audit.stop()
    await log.close()
    await keyring.close()
    await Promise.all([pool.end(), lists.end(), probing.end()])
  },
})
