import { openEventLog } from '#infra/eventstore/client/open.ts'
import { environment, serviceEnvironment } from '../kernel/environment.ts'
import { serve } from '../kernel/serve.ts'
import { projectorApp } from './app.ts'
import { openPool } from './kernel/pool.ts'
import { startProjector } from './kernel/run.ts'
import { versionOf } from './kernel/schema.ts'
import { readSide } from './projections.ts'

const env = environment(serviceEnvironment)
const url = env.DATABASE_URL

const { projections } = readSide(url)
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
const app = await projectorApp(
  { token: env.INTERNAL_TOKEN, logLevel: env.LOG_LEVEL, health: () => health() },
  { pool, projector, version: versionOf(projections) },
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
