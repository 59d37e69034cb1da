import { StoreUnavailable, type EventLog, type RecordedEvent } from '#contracts/event-log.ts'
import { skippedStream, skippedType, type SkippedEvent } from '#contracts/skipped-events.ts'
import { pause } from './timeout.ts'

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

/**
 * The log in which each event that an operator passes over is empty, for whoever reads it: only that there
 * was one is seen, so that revisions stay what they are.
 */
export const withoutSkipped = (log: EventLog): EventLog => {
  let ids: ReadonlySet<string> = new Set()
  let lookedAt = -Infinity

  const look = async () => {
    const skipped = await skippedEvents(log)
    ids = new Set(skipped.map(({ id }) => id))
    lookedAt = Date.now()
  }
  const lookAgain = async () => {
    if (Date.now() - lookedAt > lookEvery) await look()
  }
  const emptied = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
    ids.size === 0
      ? events
      : events.map((event) =>
          ids.has(event.id) ? { ...event, type: skippedType, data: null } : event,
        )

  return {
    ...log,
    read: async (stream, from, limit) => {
      await lookAgain()
      return emptied(await log.read(stream, from, limit))
    },
    readAll: async (after, limit) => {
      await lookAgain()
      return emptied(await log.readAll(after, limit))
    },
    follow: async (after, follower) => {
      const { signal } = follower
      for (let isKnown = false; !isKnown && !signal.aborted;)
        try {
          await look()
          isKnown = true
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
          follower.lost?.(error.problem ?? 'Hendelseslageret svarer ikke.')
          await pause(1_000, signal)
        }
      return log.follow(after, {
        ...follower,
        handle: (events) => follower.handle(emptied(events)),
      })
    },
  }
}
