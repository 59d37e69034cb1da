import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type Position, type RecordedEvent } from '#contracts/event-log.ts'
import { collect, Silence } from './collect.ts'
import { isSystem } from './decode-answer.ts'
import { describe } from './errors.ts'
import type { Lane } from './lane.ts'
import { limiter } from './limiter.ts'
import { storeProblem } from './problem.ts'
import * as request from './read-request.ts'

const page = 1000
const atATime = 60
const tries = 3

const isOurs = (event: RecordedEvent): boolean => !isSystem(event)

export const reader = (lane: Lane, idleMs: number) => {
  const calls = limiter(atATime)

  const once = async (asked: ReadReq): Promise<RecordedEvent[]> => {
    const client = lane.client()
    try {
      return await collect(client, asked, idleMs)
    } catch (error) {
      if (error instanceof Silence) lane.replace(client)
      throw error
    }
  }

  const run = async (asked: ReadReq): Promise<RecordedEvent[]> => {
    if (!(await calls.enter(idleMs))) throw new StoreUnavailable('Too many reads at a time')
    try {
      for (let round = 1; ; round++) {
        try {
          return await once(asked)
        } catch (error) {
          if (round === tries)
            throw new StoreUnavailable(describe(error), {
              cause: error,
              problem: storeProblem(error),
            })
          await sleep(100 * round * Math.random())
        }
      }
    } finally {
      calls.leave()
    }
  }

  const readStream = async (stream: string, from = 0n): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    for (let next = from; ;) {
      const read = await run(request.readStream(stream, next, page))
      events.push(...read.filter(isOurs))
      if (read.length < page) return events
      next = read.at(-1)!.revision + 1n
    }
  }

  const readAll = async (after: Position | null, limit: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    let last = after
    while (events.length < limit) {
      // The event at `last` comes again: a read begins at a position, not after it.
      const count = Math.min(page, limit - events.length) + 1
      const read = await run(request.readAll(last ?? 'start', count))
      const beyond = read.filter(({ position }) => last === null || position > last)
      events.push(...beyond.filter(isOurs).slice(0, limit - events.length))
      if (read.length < count || beyond.length === 0) return events
      last = beyond.at(-1)!.position
    }
    return events
  }

  const last = async (): Promise<Position | null> => {
    let before: Position | null = null
    for (let count = 8; ; count = page) {
      const read = await run(request.readAll(before ?? 'end', count, true))
      const found = read.find(isOurs)
      if (found) return found.position
      if (read.length < count) return null
      before = read.at(-1)!.position
    }
  }

  return { readStream, readAll, last }
}
