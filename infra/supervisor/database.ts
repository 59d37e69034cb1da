import { setTimeout as sleep } from 'node:timers/promises'
import { databaseName, ensureDatabase } from '../postgres/databases.ts'
import { freePort } from '../postgres/free-port.ts'
import { setUpDatabases, sharedBy, type Databases } from '../postgres/part-databases.ts'
import { startPostgres } from '../postgres/start.ts'
import type { Configuration } from './configuration.ts'
import { killWithChildren } from '../postgres/processes.ts'
import { keepRunning } from './keep-running.ts'
import { postgresAlive, watchLiveness } from './liveness.ts'
import { countRestart } from './metrics.ts'
import { complain, inSeconds, say, saying } from './say.ts'
import type { StopStack } from './stops.ts'
import { watchSpace } from './watch-space.ts'

const embedded = async (
  { dataDir }: Configuration,
  stops: StopStack,
  signal: AbortSignal,
): Promise<Databases> => {
  const port = await freePort()
  const start = () => startPostgres({ dataDir, port, say })
  const kept = await keepRunning({
    start,
    ended: (_, pause) => {
      countRestart('postgres')
      complain(`Databasen stoppet uventet. Starter igjen om ${inSeconds(pause)}.`)
    },
    startFailed: (error) => complain(String(error)),
  })
  stops.push(() => kept.stop(20_000))
  const server = kept.current()
  if (!server) throw new Error('Databasen stoppet under oppstarten.')
  const kill = (pid: number) => {
    complain('Databasen svarer ikke, og startes på nytt.')
    killWithChildren(pid)
  }
  void watchSpace(dataDir, signal)
  void watchLiveness(postgresAlive(server.url('postgres')), kept.current, kill, signal)
  return setUpDatabases(server)
}

const attempts = 30

/** A Postgres of one's own may be starting at the same time as this. */
const reachable = async (url: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureDatabase(url)
    } catch (error) {
      const { host } = new URL(url)
      if (attempt >= attempts)
        throw new Error(`Databasen i DATABASE_URL (${host}) svarer ikke: ${String(error)}`)
      await sleep(1000)
    }
  }
}

/** The event log lies apart from the read tables, in a database beside theirs. */
const external = async (url: string, withEvents: boolean): Promise<Databases> => {
  const events = new URL(url)
  events.pathname = `/${encodeURIComponent(`${databaseName(url)}_eventstore`)}`
  await reachable(url)
  if (withEvents) await ensureDatabase(events.href)
  return sharedBy(url, events.href)
}

export const openDatabases = (
  configuration: Configuration,
  stops: StopStack,
  signal: AbortSignal,
): Promise<Databases> =>
  configuration.databaseUrl === undefined
    ? saying('Starter databasen', embedded(configuration, stops, signal))
    : saying(
        'Kobler til databasen',
        external(configuration.databaseUrl, configuration.eventstoreUrl === undefined),
      )
