import { openEventLog } from '#infra/eventstore/client/open.ts'
import { startEventStore } from '#infra/eventstore/server/start.ts'
import { ensureDatabase } from '#infra/postgres/databases.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { configuration, type Configuration } from '#infra/supervisor/configuration.ts'
import { lockData } from '#infra/supervisor/data-lock.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import type { EventLog } from '#contracts/event-log.ts'

export type Parts = {
  readonly databaseUrl: string
  readonly log: EventLog
  /** The system is running, and goes on while the tool works. */
  readonly isRunning: boolean
}

type Stop = () => Promise<void> | void

/** The database and the log that `npm start` would use, started if need be. */
const addresses = async ({ dataDir, databaseUrl, eventstoreUrl }: Configuration, stops: Stop[]) => {
  const running = runningSystem(dataDir)
  if (running)
    return {
      databaseUrl: running.databaseUrl,
      eventstoreUrl: running.eventstoreUrl,
      isRunning: true,
    }
  if (databaseUrl === undefined || eventstoreUrl === undefined) stops.push(lockData(dataDir))

  let url = databaseUrl
  let eventsUrl: string | undefined
  if (url === undefined) {
    const postgres = await startPostgres({ dataDir, say: console.log })
    stops.push(postgres.stop)
    url = await postgres.ensureDatabase('stykkliste')
    eventsUrl = await postgres.ensureDatabase('eventstore')
  }
  if (eventstoreUrl !== undefined) return { databaseUrl: url, eventstoreUrl, isRunning: false }
  if (eventsUrl === undefined) {
    const beside = new URL(url)
    beside.pathname += '_eventstore'
    eventsUrl = beside.href
    await ensureDatabase(eventsUrl)
  }
  const store = await startEventStore({ databaseUrl: eventsUrl, host: '127.0.0.1', port: 0 })
  stops.push(store.stop)
  return { databaseUrl: url, eventstoreUrl: store.url, isRunning: false }
}

/** For tools on the same environment as `npm start`: works beside a running system, or without one. */
export const withParts = async <T>(
  env: NodeJS.ProcessEnv,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  const stops: Stop[] = []
  try {
    const { databaseUrl, eventstoreUrl, isRunning } = await addresses(configuration(env), stops)
    const log = openEventLog(eventstoreUrl)
    stops.push(() => log.close())
    return await work({ databaseUrl, log, isRunning })
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
