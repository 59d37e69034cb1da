import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { readCall } from './read-call.ts'

/** The server is there and yet nothing comes. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/** Every event that one read gives; none of a stream that does not exist. It fails if nothing comes for `idleMs`. */
export const collect = async (
  client: EventStoreDBClient,
  request: ReadReq,
  idleMs: number,
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const idle = setTimeout(() => reject(new Silence(`Nothing came for ${idleMs} ms`)), idleMs)
  const read = readCall(client, request, {
    answer: (answer) => {
      if (typeof answer !== 'string') events.push(answer)
      idle.refresh()
    },
    end: (error) => (error === undefined ? resolve() : reject(error)),
  })
  try {
    await promise
    return events
  } finally {
    clearTimeout(idle)
    read.cancel()
  }
}
