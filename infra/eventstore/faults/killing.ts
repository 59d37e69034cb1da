import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { startPostgres, type PostgresServer } from '#infra/postgres/start.ts'
import { openEventLog } from '../client/open.ts'
import { verifyStore } from '../verify.ts'
import { faultsIn, startWriters } from './ledger.ts'

export type Killing = {
  readonly dataDir: string
  readonly kills: number
  /** Every so many kills it is Postgres that is cut off; 0: never. */
  readonly postgresEvery: number
  readonly onKill?: (done: number) => void
}

export type Killed = {
  readonly acknowledged: number
  readonly events: number
  readonly unknown: number
  readonly faults: readonly string[]
}

const main = join(import.meta.dirname, '../main.ts')

const launch = async (databaseUrl: string, port: number): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Kills the store again and again under load, and then compares the log with what was acknowledged. */
export const killing = async (options: Killing): Promise<Killed> => {
  const { dataDir, kills, postgresEvery, onKill } = options
  let postgres: PostgresServer = await startPostgres({ dataDir })
  const databaseUrl = await postgres.ensureDatabase('eventstore')
  const port = await freePort()
  let store = await launch(databaseUrl, port)

  const log = openEventLog(`esdb://127.0.0.1:${port}?tls=false`)
  const writers = startWriters(log, 24)
  const followed: RecordedEvent[] = []
  const stopFollowing = new AbortController()
  const following = log.follow(null, {
    signal: stopFollowing.signal,
    handle: async (batch) => void followed.push(...batch),
  })

  for (let done = 1; done <= kills; done++) {
    await sleep(20 + Math.random() * 300)
    if (postgresEvery > 0 && done % postgresEvery === 0) {
      process.kill(postgres.pid, 'SIGQUIT')
      await postgres.exited
      postgres = await startPostgres({ dataDir, port: postgres.port })
    } else {
      await end(store, 'SIGKILL')
      store = await launch(databaseUrl, port)
    }
    onKill?.(done)
  }

  await writers.stop()
  const events = await everything(log)
  for (let waited = 0; followed.length < events.length && waited < 100; waited++) await sleep(100)
  stopFollowing.abort()
  await following
  await log.close()
  await end(store, 'SIGTERM')
  const { damages } = await verifyStore(databaseUrl)
  await postgres.stop()
  return {
    acknowledged: writers.entries.size,
    events: events.length,
    unknown: writers.unknown(),
    faults: [
      ...faultsIn(events, writers),
      ...faultsIn(followed, writers).map((fault) => `to the follower: ${fault}`),
      ...damages.map(({ position, what }) => `position ${position}: ${what}`),
    ],
  }
}

const everything = async (log: ReturnType<typeof openEventLog>): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for (;;) {
    const page = await log.readAll(events.at(-1)?.position ?? null, 5000)
    if (page.length === 0) return events
    events.push(...page)
  }
}
