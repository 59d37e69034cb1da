import { randomBytes } from 'node:crypto'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { tableLog } from '#infra/eventstore/table-log.ts'
import { startEventStore } from '#infra/eventstore/server/start.ts'
import { setUpDatabases, sharedBy, type Databases } from '#infra/postgres/part-databases.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import type { Configuration } from '#infra/supervisor/configuration.ts'
import { openOwnDatabases } from '#infra/supervisor/database.ts'
import { connectDirectly } from '#infra/direct-connections.ts'
import { lockData } from '#infra/data-folder/data-lock.ts'
import { openInstallation } from '#infra/installation/installation.ts'
import { fillingText } from '#projector/kernel/filling-text.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import type { EventLog, StoredLog } from '#contracts/event-log.ts'

export type Parts = {
  readonly dataDir: string
  /** With the projector's role, which owns the read tables. */
  readonly databaseUrl: string
  readonly eventsDatabaseUrl: string | null
  readonly log: EventLog
  /** The log in the database, without a running store's cache. */
  readonly stored: StoredLog
  readonly isRunning: boolean
}

const databasesOf = async (
  configuration: Configuration,
  stops: AsyncDisposableStack,
): Promise<Databases> => {
  const { dataDir, databaseUrl } = configuration
  const running = runningSystem(dataDir)
  if (running) return running.databases
  stops.defer(lockData(dataDir))
  const { confirm } = await openInstallation(configuration)
  if (databaseUrl !== undefined) return openOwnDatabases(databaseUrl, configuration, confirm, 1)
  const server = await startPostgres({ dataDir, say: console.log })
  stops.defer(server.stop)
  return setUpDatabases(server, confirm)
}

/** `events` is null with an external event store. An external Postgres is not checked, since others may use it. */
export const withDatabases = async <T>(
  configuration: Configuration,
  work: (databases: Omit<Databases, 'events'> & { events: string | null }) => Promise<T>,
): Promise<T> => {
  await using stops = new AsyncDisposableStack()
  const { databaseUrl, eventstoreUrl } = configuration
  const databases =
    databaseUrl === undefined ? await databasesOf(configuration, stops) : sharedBy(databaseUrl)
  return await work({ ...databases, events: eventstoreUrl === undefined ? databases.events : null })
}

/** Works whether or not the system is running. */
export const withParts = async <T>(
  configuration: Configuration,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  await using stops = new AsyncDisposableStack()
  const { dataDir, eventstoreUrl } = configuration
  const running = runningSystem(dataDir)
  const { main, events, parts } = await databasesOf(configuration, stops)
  let address = running?.eventstoreUrl ?? eventstoreUrl
  if (address === undefined) {
    const secret = randomBytes(32).toString('base64url')
    const store = await startEventStore({ databaseUrl: events, secret })
    stops.defer(store.stop)
    address = store.url
  }
  const keyring = await openKeyring(main)
  stops.defer(keyring.close)
  const store = openEventLog(address)
  const log = withoutSkipped(privateLog(store, keyring))
  stops.defer(() => log.close())
  const eventsDatabaseUrl = eventstoreUrl === undefined ? events : null
  return await work({
    dataDir,
    databaseUrl: parts.projector,
    eventsDatabaseUrl,
    log,
    stored: eventsDatabaseUrl === null ? store : tableLog(eventsDatabaseUrl),
    isRunning: running !== null,
  })
}

export const progress = (what: string) => {
  let lastPrinted = Date.now()
  const text = fillingText(what)
  return (done: bigint, last: bigint): void => {
    const now = text(done, last)
    if (Date.now() - lastPrinted < 3_000) return
    lastPrinted = Date.now()
    console.log(now)
  }
}

export const runTool = async (tool: () => Promise<boolean>): Promise<void> => {
  connectDirectly()
  try {
    process.exitCode = (await tool()) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  process.exit()
}
