import { randomBytes } from 'node:crypto'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { startEventStore } from '#infra/eventstore/server/start.ts'
import { ensureDatabase } from '#infra/postgres/databases.ts'
import { setUpDatabases } from '#infra/postgres/part-databases.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { confirmFor } from '#infra/supervisor/database.ts'
import { lockData } from '#infra/data-folder/data-lock.ts'
import { openInstallation } from '#infra/installation/installation.ts'
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

/** As the owner of all, and as the projector; refused before anything is done where they are another installation's. */
const databases = async (configuration: Configuration, stops: Stop[]) => {
  const { dataDir, databaseUrl, eventstoreUrl } = configuration
  const running = runningSystem(dataDir)
  if (running) return { owner: running.databaseUrl, projector: running.databases.projector }
  stops.push(lockData(dataDir))
  const installation = await openInstallation(configuration)
  if (databaseUrl !== undefined) {
    const events =
      eventstoreUrl === undefined ? await eventsBeside(databaseUrl, configuration) : null
    await installation.confirm({ main: databaseUrl, events })
    return { owner: databaseUrl, projector: databaseUrl }
  }
  const postgres = await startPostgres({ dataDir, say: console.log })
  stops.push(postgres.stop)
  const { main, parts } = await setUpDatabases(postgres, confirmFor(configuration, installation))
  return { owner: main, projector: parts.projector }
}

/** The database and the log that `npm start` would use, started if need be. */
const open = async (configuration: Configuration, stops: Stop[]): Promise<Parts> => {
  const { dataDir, eventstoreUrl: given } = configuration
  const running = runningSystem(dataDir)
  const { owner, projector } = await databases(configuration, stops)
  const eventsDatabaseUrl = given === undefined ? await eventsBeside(owner, configuration) : null

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
  const log = withoutSkipped(privateLog(openEventLog(address), keyring))
  stops.push(() => keyring.close())
  stops.push(() => log.close())
  return { dataDir, databaseUrl: projector, eventsDatabaseUrl, log, isRunning: running !== null }
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
