import { randomBytes } from 'node:crypto'
import { openKeyring } from '../../services/kernel/privacy/keyring.ts'
import { privateLog } from '../../services/kernel/privacy/private-log.ts'
import { passingOver } from '../../services/kernel/skips.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { startEventStore } from '#infra/eventstore/server/start.ts'
import { ensureDatabase } from '#infra/postgres/databases.ts'
import { setUpDatabases } from '#infra/postgres/part-databases.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { lockData } from '#infra/supervisor/data-lock.ts'
import { installationOf } from '#infra/supervisor/installation-of.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import type { EventLog } from '#contracts/event-log.ts'

export type Parts = {
  readonly dataDir: string
  /** As the projector, whose the read tables are. */
  readonly databaseUrl: string
  /** The database of the embedded event store; null where another store is used. */
  readonly eventsDatabaseUrl: string | null
  readonly log: EventLog
  /** The system is running, and goes on while the tool works. */
  readonly isRunning: boolean
}

type Stop = () => Promise<void> | void

const databases = async ({ dataDir, databaseUrl }: Configuration, stops: Stop[]) => {
  const running = runningSystem(dataDir)
  if (running) return { owner: running.databaseUrl, projector: running.databases.projector }
  if (databaseUrl !== undefined) return { owner: databaseUrl, projector: databaseUrl }
  const postgres = await startPostgres({ dataDir, say: console.log })
  stops.push(postgres.stop)
  const { main, parts } = await setUpDatabases(postgres)
  return { owner: main, projector: parts.projector }
}

/** Beside the read tables: `eventstore` in the embedded Postgres, else named after their database. */
export const eventsBeside = async (
  url: string,
  { databaseUrl }: Configuration,
): Promise<string> => {
  const events = new URL(url)
  events.pathname = databaseUrl === undefined ? '/eventstore' : `${events.pathname}_eventstore`
  await ensureDatabase(events.href)
  return events.href
}

/** The database and the log that `npm start` would use, started if need be. */
const open = async (configuration: Configuration, stops: Stop[]): Promise<Parts> => {
  const { dataDir } = configuration
  const running = runningSystem(dataDir)
  const isRunning = running !== null
  if (!isRunning) stops.push(lockData(dataDir))
  const installation = isRunning ? null : await installationOf(configuration)
  const { owner, projector } = await databases(configuration, stops)
  const given = configuration.eventstoreUrl
  const eventsDatabaseUrl = given === undefined ? await eventsBeside(owner, configuration) : null
  await installation?.confirm({ main: owner, events: eventsDatabaseUrl })

  let address = running?.eventstoreUrl ?? given
  if (address === undefined) {
    const store = await startEventStore({
      databaseUrl: eventsDatabaseUrl!,
      secret: randomBytes(32).toString('base64url'),
    })
    stops.push(store.stop)
    address = store.url
  }
  const keyring = await openKeyring(owner)
  const log = passingOver(privateLog(openEventLog(address), keyring))
  stops.push(() => keyring.close())
  stops.push(() => log.close())
  return { dataDir, databaseUrl: projector, eventsDatabaseUrl, log, isRunning }
}

/** For tools on the same environment as `npm start`: works beside a running system, or without one. */
export const withParts = async <T>(
  env: NodeJS.ProcessEnv,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  const stops: Stop[] = []
  try {
    return await work(await open(configuration(env), stops))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Runs a tool to its end, and says what went wrong in words. */
export const runTool = async (tool: () => Promise<boolean>): Promise<void> => {
  try {
    process.exitCode = (await tool()) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  process.exit()
}
