import { StoreUnavailable, type EventLog, type RecordedEvent } from '#contracts/event-log.ts'
import { skippedStream, skippedType, type SkippedEvent } from '#contracts/skipped-events.ts'
import { mappedLog } from './mapped-log.ts'
import { retry } from './retry.ts'

type Read = Pick<EventLog, 'read'>

export const skippedEvents = async (log: Read): Promise<readonly SkippedEvent[]> => {
  const events = await log.read(skippedStream)
  return events.map(({ data, metadata }) => ({
    ...(data as Omit<SkippedEvent, 'user' | 'at'>),
    user: metadata.user,
    at: metadata.at,
  }))
}

const lookEvery = 5_000

// Skipped events stay, as empty events: readers need gapless revisions.
export const withoutSkipped = (log: EventLog): EventLog => {
  let ids: ReadonlySet<string> = new Set()
  let lookedAt = -Infinity

  const look = async () => {
    const skipped = await skippedEvents(log)
    ids = new Set(skipped.map(({ id }) => id))
    lookedAt = performance.now()
  }
  const emptied = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
    events.map((event) => (ids.has(event.id) ? { ...event, type: skippedType, data: null } : event))
  const mapped = mappedLog(
    log,
    async (events) => {
      if (performance.now() - lookedAt > lookEvery) await look()
      return emptied(events)
    },
    emptied,
  )

  return {
    ...mapped,
    follow: async (after, follower) => {
      const isAway = (error: unknown): boolean => {
        if (!(error instanceof StoreUnavailable)) return false
        follower.lost?.(error.problem ?? 'Hendelseslageret svarer ikke.')
        return true
      }
      await retry(look, { when: isAway, every: 1_000, signal: follower.signal })
      return mapped.follow(after, follower)
    },
  }
}
