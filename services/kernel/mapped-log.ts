import type { EventLog, RecordedEvent } from '#contracts/event-log.ts'

type Events = readonly RecordedEvent[]

/** Maps events as they are read. `mapFollowed` also receives the signal that ends the subscription. */
export const mappedLog = (
  log: EventLog,
  map: (events: Events) => Events | Promise<Events>,
  mapFollowed: (events: Events, signal: AbortSignal) => Events | Promise<Events> = map,
): EventLog => ({
  ...log,
  read: async (...range) => map(await log.read(...range)),
  readAll: async (...range) => map(await log.readAll(...range)),
  follow: (after, follower) =>
    log.follow(after, {
      ...follower,
      handle: async (events) => follower.handle(await mapFollowed(events, follower.signal)),
    }),
})
