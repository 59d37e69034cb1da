import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { ensureDatabase } from '../postgres/databases.ts'
import { freePort } from '../postgres/free-port.ts'
import {
  setUpDatabases,
  sharedBy,
  type Confirm,
  type Databases,
} from '../postgres/part-databases.ts'
import { startPostgres } from '../postgres/start.ts'
import type { Configuration } from './configuration.ts'
import { killWithChildren } from '../postgres/processes.ts'
import { createRestarter } from './restarter.ts'
import { postgresAlive, watchLiveness } from './liveness.ts'
import { countRestart } from './metrics.ts'
import { inSeconds, printWhile } from './console.ts'
import { reserveSpace } from '../postgres/reserved-space.ts'
import { reserveOf, spaceIn } from '#kernel/disk.ts'

const interval = 1_000

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

const watchDisk = async (dataDir: string, signal: AbortSignal): Promise<void> => {
  let wasLow = false
  let lastFault = ''
  const check = async () => {
    const { size, free } = await spaceIn(dataDir)
    const isLow = free < reserveOf(size)
    if (isLow && !wasLow)
      console.error(
        `Lite diskplass: ${inMegabytes(free)} ledig i ${dataDir}. Lesing går videre, men endringer tas ikke imot før ${inMegabytes(reserveOf(size))} er ledig.`,
      )
    if (!isLow && wasLow) console.log('Det er plass på disken igjen. Endringer tas imot.')
    wasLow = isLow
    if (!isLow) await reserveSpace(dataDir)
    lastFault = ''
  }
  while (!signal.aborted) {
    await check().catch((error: unknown) => {
      if (String(error) !== lastFault)
        console.error(`Diskplassen kan ikke følges: ${String(error)}`)
      lastFault = String(error)
    })
    await sleep(interval, undefined, { ref: false })
  }
}

const embedded = async (
  { dataDir }: Configuration,
  confirm: Confirm,
  stops: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Databases> => {
  const port = await freePort()
  const start = () => startPostgres({ dataDir, port, say: console.log })
  const restarter = await createRestarter({
    start,
    ended: (_, pause) => {
      countRestart('postgres')
      console.error(`Databasen stoppet uventet. Starter igjen om ${inSeconds(pause)}.`)
    },
    startFailed: (error) => console.error(String(error)),
  })
  stops.defer(restarter.stop)
  const server = restarter.current()
  if (!server) throw new Error('Databasen stoppet under oppstarten.')
  const kill = (pid: number) => {
    console.error('Databasen svarer ikke, og startes på nytt.')
    killWithChildren(pid)
  }
  void watchDisk(dataDir, signal)
  const databases = await setUpDatabases(server, confirm)
  // Not during set-up: on a slow machine it would look like a hang.
  void watchLiveness(postgresAlive(server.url('postgres')), restarter.current, kill, signal)
  return databases
}

/** Classes of SQLSTATE that pass by themselves: too many connections, and a server that starts or stops. */
const passing = /^(53|57)/
/** A server without TLS, or with a certificate that is not trusted, stays so. */
const aboutTls = /does not support SSL|certificate/i

const isPassing = (error: Error): boolean =>
  error instanceof DatabaseError ? passing.test(error.code ?? '') : !aboutTls.test(error.message)

/** An external Postgres may still be starting. */
const reachable = async (url: string, attempts: number): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureDatabase(url)
    } catch (error) {
      const database = `Databasen i DATABASE_URL (${new URL(url).host})`
      const { message } = error as Error
      if (!isPassing(error as Error)) throw new Error(`${database} avviser oss: ${message}`)
      if (attempt >= attempts) throw new Error(`${database} svarer ikke: ${message}`)
      await sleep(1000)
    }
  }
}

export const openOwnDatabases = async (
  url: string,
  { eventstoreUrl }: Configuration,
  confirm: Confirm,
  attempts: number,
): Promise<Databases> => {
  const databases = sharedBy(url)
  await reachable(url, attempts)
  if (eventstoreUrl === undefined) await ensureDatabase(databases.events)
  await confirm(databases)
  return databases
}

export const openDatabases = (
  configuration: Configuration,
  confirm: Confirm,
  stops: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Databases> => {
  const { databaseUrl } = configuration
  return databaseUrl === undefined
    ? printWhile('Starter databasen', embedded(configuration, confirm, stops, signal))
    : printWhile('Kobler til databasen', openOwnDatabases(databaseUrl, configuration, confirm, 30))
}
