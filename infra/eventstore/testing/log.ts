import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog, Follower, Position, RecordedEvent } from '#contracts/event-log.ts'
import { openEventLog, type EventLogOptions } from '../client/open.ts'
import { longDeadline } from './append-ways.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

export const openLog = (t: Test, url: string, options?: EventLogOptions) => {
  const log = openEventLog(url, { ...longDeadline, ...options })
  t.teardown(() => log.close())
  return log
}

export const followLog = (
  t: Test,
  log: EventLog,
  after: Position | null = null,
  more: Partial<Follower> = {},
) => {
  const events: RecordedEvent[] = []
  const stop = new AbortController()
  let caughtUp = 0
  const ended = log.follow(after, {
    signal: stop.signal,
    caughtUp: () => caughtUp++,
    handle: async (batch) => void events.push(...batch),
    ...more,
  })
  t.teardown(async () => {
    stop.abort()
    await ended.catch(() => undefined)
  })
  const until = async (what: () => boolean) => {
    for (let waited = 0; !what(); waited += 10) {
      if (waited > 60_000) throw new Error(`Still only ${events.length} events`)
      await sleep(10)
    }
  }
  return {
    events,
    stop,
    ended,
    until,
    count: (wanted: number) => until(() => events.length >= wanted),
    caughtUp: () => caughtUp,
  }
}
