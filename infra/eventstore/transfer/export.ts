import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  FORWARDS,
  START,
  StreamDeletedError,
  WrongExpectedVersionError,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { accessProblem } from '../client/explain-error.ts'
import { collect } from '../client/read.ts'
import { entriesIn, resumePoint } from './entry-file.ts'
import { entryOf, sumOf, type Entry, type Sum } from './entry.ts'

const page = 500
const idleMs = 20_000
const tries = 10

/** Skips the server's own streams, but not stream metadata. */
const isCopied = ({ event }: ResolvedEvent): boolean =>
  event !== undefined && (!event.streamId.startsWith('$') || isMetadata(event.streamId))

export const isMetadata = (stream: string): boolean =>
  stream.startsWith('$$') && !stream.startsWith('$$$')

export const isConflict = (error: unknown): boolean =>
  error instanceof WrongExpectedVersionError || error instanceof StreamDeletedError

export const withRetries = async <T>(tries: number, work: () => Promise<T>): Promise<T> => {
  for (let round = 1; ; round++) {
    try {
      return await work()
    } catch (error) {
      if (round === tries || isConflict(error) || accessProblem(error) !== null) throw error
      await sleep(Math.min(200 * round, 2000))
    }
  }
}

const readPage = (client: EventStoreDBClient, after: bigint | null) => {
  const fromPosition = after === null ? START : { commit: after, prepare: after }
  return withRetries(tries, () => {
    const read = client.readAll({ direction: FORWARDS, fromPosition, maxCount: page })
    return collect<ResolvedEvent>(read, idleMs)
  })
}

export async function* entriesOf(
  client: EventStoreDBClient,
  start: bigint | null = null,
): AsyncGenerator<Entry> {
  for (let after = start; ;) {
    const read = await readPage(client, after)
    const beyond = read.filter(({ event }) => after === null || event!.position!.commit > after)
    for (const event of beyond) if (isCopied(event)) yield entryOf(event)
    if (beyond.length === 0) return
    after = beyond.at(-1)!.event!.position!.commit
  }
}

export type Progress = (events: number) => void

/** An interrupted export continues after the last complete line. */
export const exportEvents = async (
  client: EventStoreDBClient,
  path: string,
  progress: Progress = () => undefined,
): Promise<{ readonly store: Sum; readonly file: Sum }> => {
  const after = await resumePoint(path)
  let last = after === null ? undefined : String(after)
  let written = 0
  const lines = async function* () {
    for await (const entry of entriesOf(client, after)) {
      yield `${JSON.stringify(entry)}\n`
      last = entry.position
      progress(++written)
    }
  }
  await pipeline(lines, createWriteStream(path, { flags: 'a', mode: 0o600, flush: true }))
  const nothing = { events: 0, digest: '' }
  if (last === undefined) return { store: nothing, file: nothing }
  return { store: await sumOf(entriesOf(client), last), file: await sumOf(entriesIn(path)) }
}
