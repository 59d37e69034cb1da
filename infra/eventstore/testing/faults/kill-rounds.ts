import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { openEventLog } from '../../client/open.ts'
import { faultsIn, startWriters, type Ledger } from './ledger.ts'

export type Victim = {
  readonly url: string
  /** `done` counts from 1. */
  readonly kill: (done: number) => Promise<void>
  /** Returns the damages found on disk. */
  readonly end: () => Promise<readonly string[]>
}

export type Killed = {
  readonly acknowledged: number
  readonly events: number
  readonly unknown: number
  readonly faults: readonly string[]
}

export const runKillRounds = async (
  victim: Victim,
  kills: number,
  onKill?: (done: number) => void,
): Promise<Killed> => {
  const log = openEventLog(victim.url)
  const writers = startWriters(log, 24)
  const followed: RecordedEvent[] = []
  const stopFollowing = new AbortController()
  const following = log.follow(null, {
    signal: stopFollowing.signal,
    handle: async (batch) => void followed.push(...batch),
  })

  for (let done = 1; done <= kills; done++) {
    await acknowledgedMore(writers)
    await sleep(20 + Math.random() * 300)
    await victim.kill(done)
    onKill?.(done)
  }

  await writers.stop()
  const events = await everything(log)
  for (let waited = 0; followed.length < events.length && waited < 100; waited++) await sleep(100)
  stopFollowing.abort()
  await following
  await log.close()
  const damages = await victim.end()
  return {
    acknowledged: writers.entries.size,
    events: events.length,
    unknown: writers.unknown(),
    faults: [
      ...faultsIn(events, writers),
      ...faultsIn(followed, writers).map((fault) => `to the follower: ${fault}`),
      ...damages,
    ],
  }
}

/** Makes each kill hit running appends. */
const acknowledgedMore = async ({ entries }: Ledger): Promise<void> => {
  const before = entries.size
  for (let waited = 0; entries.size === before; waited++) {
    if (waited === 6000) throw new Error('Nothing was acknowledged for a minute')
    await sleep(10)
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
