import {
  BACKWARDS,
  END,
  FORWARDS,
  StreamNotFoundError,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import {
  StoreUnavailable,
  type Position,
  type RecordedEvent,
  type StoredEvent,
} from '#contracts/event-log.ts'
import { openRead } from './client-internals.ts'
import type { Connection } from './connection.ts'
import { decode, positionOf, recordedOf, storedIn } from './decode.ts'
import { damageIn, messageOf, storeProblem } from './explain-error.ts'
import { SharedPages } from './shared-pages.ts'

const page = 1000
const maxConcurrent = 60
const tries = 3

class NoAnswer extends Error {
  override readonly name = 'Silence'
}

type Reading<T> = {
  on(name: 'data', listener: (one: T) => void): Reading<T>
  on(name: 'end', listener: () => void): Reading<T>
  on(name: 'error', listener: (error: unknown) => void): Reading<T>
  cancel(): unknown
}

/** Always cancels the read, because an abandoned one keeps a slot of the connection's 100. */
export const collect = async <T>(read: Reading<T>, idleMs: number): Promise<T[]> => {
  const events: T[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const idle = setTimeout(() => reject(new NoAnswer(`Nothing came for ${idleMs} ms`)), idleMs)
  read
    .on('data', (event) => {
      events.push(event)
      idle.refresh()
    })
    .on('end', resolve)
    // Never removed: an error after the cancel would crash the process.
    .on('error', reject)
  try {
    await promise
    return events
  } finally {
    clearTimeout(idle)
    // Not awaited: before the connection is up this would wait for it.
    Promise.resolve(read.cancel()).catch(() => undefined)
  }
}

type Read<T> = (client: EventStoreDBClient) => Reading<T> | Promise<Reading<T>>

const at = (position: Position) => ({ commit: position, prepare: position })
const decoded = (events: readonly ResolvedEvent[]): RecordedEvent[] =>
  events.map(decode).filter((event) => event !== null)

export class Reader {
  readonly #connection: Connection
  readonly #idleMs: number
  readonly #limit = pLimit(maxConcurrent)
  readonly #shared = new SharedPages()

  constructor(connection: Connection, idleMs: number) {
    this.#connection = connection
    this.#idleMs = idleMs
  }

  async readStream(stream: string, from = 0n, limit = Infinity): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = []
    for (let fromRevision = from; ;) {
      const maxCount = Math.min(page, limit - events.length)
      const options = { direction: FORWARDS, fromRevision, maxCount } as const
      const read = await this.#run<ResolvedEvent>((client) => client.readStream(stream, options))
      events.push(...decoded(read))
      if (read.length < maxCount || events.length >= limit) return events
      fromRevision = read.at(-1)!.event!.revision + 1n
    }
  }

  async readAll(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const events = await this.readStored(after, limit)
    // Small reads, such as the first event, are not part of a pass over the log.
    if (limit >= page) this.#shared.add({ after, events }, events.length < limit)
    return events.map(recordedOf)
  }

  async readSharing(after: Position | null, limit: number): Promise<readonly StoredEvent[]> {
    return (await this.#shared.after(after, limit)) ?? this.readStored(after, limit)
  }

  async readStored(after: Position | null, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = []
    for (let last = after; events.length < limit;) {
      // One more, since a read starts at the position `last` and returns that event again.
      const maxCount = Math.min(page, limit - events.length) + 1
      const answers = await this.#run<ReadResp>((client) =>
        openRead(client, last, maxCount, this.#idleMs),
      )
      const read = answers.map(storedIn).filter((event) => event !== null)
      const beyond = read.filter(({ position }) => last === null || position > last)
      events.push(...beyond.filter(({ stream }) => !stream.startsWith('$')))
      if (read.length < maxCount || beyond.length === 0) break
      last = beyond.at(-1)!.position
    }
    return events.slice(0, limit)
  }

  async last(): Promise<Position | null> {
    let before: Position | null = null
    for (let maxCount = 8; ; maxCount = page) {
      const fromPosition = before === null ? END : at(before)
      const options = { direction: BACKWARDS, fromPosition, maxCount } as const
      const read = await this.#run<ResolvedEvent>((client) => client.readAll(options))
      const [newest] = decoded(read)
      if (newest) return newest.position
      if (read.length < maxCount) return null
      before = positionOf(read.at(-1)!)
    }
  }

  #run<T>(read: Read<T>): Promise<T[]> {
    const giveUp = Date.now() + this.#idleMs
    return this.#limit(async () => {
      if (Date.now() > giveUp) throw new StoreUnavailable('Too many reads at a time')
      for (let round = 1; ; round++) {
        const client = this.#connection.client()
        try {
          return await collect(await read(client), this.#idleMs)
        } catch (error) {
          if (error instanceof StreamNotFoundError) return []
          if (error instanceof NoAnswer) this.#connection.replace(client)
          const damage = damageIn(error)
          if (damage) throw damage
          const problem = storeProblem(error)
          if (round === tries)
            throw new StoreUnavailable(messageOf(error), { cause: error, problem })
          await sleep(100 * round * Math.random())
        }
      }
    })
  }
}
