import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  StreamNotFoundError,
  type EventStoreDBClient,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type Position, type RecordedEvent } from '#contracts/event-log.ts'
import { collect, Silence } from './collect.ts'
import { decode } from './decode.ts'
import { describe } from './errors.ts'
import type { Lane } from './lane.ts'
import { limiter } from './limiter.ts'

const page = 1000
const atATime = 60
const tries = 3

type Read = (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>

const isEvent = (event: RecordedEvent | null): event is RecordedEvent => event !== null

export const reader = (lane: Lane, idleMs: number) => {
  const calls = limiter(atATime)

  const once = async (read: Read): Promise<ResolvedEvent[]> => {
    const client = lane.client()
    try {
      return await collect(read(client) as StreamingRead<ResolvedEvent>, idleMs)
    } catch (error) {
      if (error instanceof Silence) lane.replace(client)
      throw error
    }
  }

  const run = async (read: Read): Promise<ResolvedEvent[]> => {
    if (!(await calls.enter(idleMs))) throw new StoreUnavailable('Too many reads at a time')
    try {
      for (let round = 1; ; round++) {
        try {
          return await once(read)
        } catch (error) {
          if (error instanceof StreamNotFoundError) return []
          if (round === tries) throw new StoreUnavailable(describe(error), { cause: error })
          await sleep(100 * round * Math.random())
        }
      }
    } finally {
      calls.leave()
    }
  }

  const readStream = async (stream: string, from = 0n): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    for (let fromRevision = from; ;) {
      const read = await run((client) =>
        client.readStream(stream, { direction: FORWARDS, fromRevision, maxCount: page }),
      )
      events.push(...read.map(decode).filter(isEvent))
      if (read.length < page) return events
      fromRevision = read.at(-1)!.event!.revision + 1n
    }
  }

  const readAll = async (after: Position | null, limit: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    let last = after
    while (events.length < limit) {
      // The event at `last` comes again: a read begins at a position, not after it.
      const maxCount = Math.min(page, limit - events.length) + 1
      const from = last === null ? START : { commit: last, prepare: last }
      const read = await run((client) =>
        client.readAll({ direction: FORWARDS, fromPosition: from, maxCount }),
      )
      const beyond = read.filter(({ event }) => last === null || event!.position!.commit > last)
      events.push(
        ...beyond
          .map(decode)
          .filter(isEvent)
          .slice(0, limit - events.length),
      )
      if (read.length < maxCount || beyond.length === 0) return events
      last = beyond.at(-1)!.event!.position!.commit
    }
    return events
  }

  const last = async (): Promise<Position | null> => {
    let before: Position | null = null
    for (let maxCount = 8; ; maxCount = page) {
      const from = before === null ? END : { commit: before, prepare: before }
      const read = await run((client) =>
        client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount }),
      )
      const found = read.map(decode).find(isEvent)
      if (found) return found.position
      if (read.length < maxCount) return null
      before = read.at(-1)!.event!.position!.commit
    }
  }

  return { readStream, readAll, last }
}
