import { openEventLog } from '#infra/eventstore/client/open.ts'
import { environment, serviceEnvironment } from '../kernel/environment.ts'
import { serve } from '../kernel/serve.ts'
import { projectorApp } from './app.ts'
import { bomQueries } from './bom/queries.ts'
import { openPool } from './kernel/pool.ts'
import { startProjector } from './kernel/run.ts'
import { versionOf } from './kernel/schema.ts'
import { readSide } from './projections.ts'

const env = environment(serviceEnvironment)
const url = env.DATABASE_URL

const { projections, bom } = readSide(url)
const log = openEventLog(env.EVENTSTORE_URL)
const pool = await openPool(url)

let health = (): string | null => 'Projektoren starter.'
const projector = await startProjector({
  url,
  log,
  projections,
  logger: {
    info: (facts, message) => app.log.info(facts, message),
    error: (facts, message) => app.log.error(facts, message),
  },
})
health = projector.health
const reading = { pool, projector, version: versionOf(projections) }
const app = await projectorApp(
  { token: env.INTERNAL_TOKEN, logLevel: env.LOG_LEVEL, health: () => health() },
  reading,
  [bomQueries(reading, bom)],
)

await serve(app, {
  host: env.HOST,
  port: env.PORT,
  stop: async () => {
    await projector.stop()
    await log.close()
    await pool.end()
  },
})
