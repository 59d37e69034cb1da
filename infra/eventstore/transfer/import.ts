import {
  BACKWARDS,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  type AppendToStreamOptions,
  type Credentials,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { collect } from '../client/read.ts'
import { entriesIn } from './entry-file.ts'
import { eventOf, sumOf, type Entry, type Sum } from './entry.ts'
import { entriesOf, isConflict, isMetadata, withRetries, type Progress } from './export.ts'

const maxBytes = 512 * 1024
const tries = 60

export type Target = { readonly client: EventStoreDBClient; readonly credentials: Credentials }

const isTombstone = ({ type }: Entry): boolean => type === '$streamDeleted'

/** Metadata and tombstones are applied last, since they hide events, which are compared first. */
const isAppliedLast = (entry: Entry): boolean => isMetadata(entry.stream) || isTombstone(entry)

const persist = async ({ client, credentials }: Target, run: readonly Entry[]): Promise<void> => {
  const { stream, revision } = run[0]!
  const expectedRevision = revision === '0' ? NO_STREAM : BigInt(revision) - 1n
  const options: AppendToStreamOptions = { expectedRevision, credentials }
  try {
    await withRetries(tries, () => client.appendToStream(stream, run.map(eventOf), options))
  } catch (cause) {
    if (!isConflict(cause)) throw cause
    throw new Error(
      `Strømmen ${stream} i målet har andre hendelser enn filen fra revisjon ${revision}. Importer til et tomt lager.`,
      { cause },
    )
  }
}

async function* runs(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let run: Entry[] = []
  let bytes = 0
  for await (const entry of entries) {
    const size = JSON.stringify(entry).length
    const joins = run[0]?.stream === entry.stream && bytes + size < maxBytes
    if (!joins && run.length > 0) {
      yield run
      run = []
      bytes = 0
    }
    run.push(entry)
    bytes += size
  }
  if (run.length > 0) yield run
}

/** An interrupted import continues after this event. */
const newestIn = async (client: EventStoreDBClient): Promise<string | null> => {
  for (let maxCount = 16; ; maxCount *= 8) {
    const read = client.readAll({ direction: BACKWARDS, fromPosition: 'end', maxCount })
    const events = await collect<ResolvedEvent>(read, 20_000)
    const newest = events.find(({ event }) => event && !event.streamId.startsWith('$'))
    if (newest?.event) return newest.event.id
    if (events.length < maxCount) return null
  }
}

async function* remaining(path: string, newest: string | null): AsyncGenerator<Entry> {
  let beyond = newest === null
  for await (const entry of entriesIn(path)) {
    if (beyond && !isAppliedLast(entry)) yield entry
    if (entry.id === newest) beyond = true
  }
  if (!beyond)
    throw new Error('Målet har hendelser som ikke er i filen. Importer til et tomt lager.')
}

const finish = async ({ client, credentials }: Target, path: string): Promise<void> => {
  const metadata = new Map<string, Entry>()
  const ended = new Set<string>()
  for await (const entry of entriesIn(path)) {
    if (isMetadata(entry.stream)) metadata.set(entry.stream, entry)
    if (isTombstone(entry)) ended.add(entry.stream)
  }
  for (const [stream, entry] of metadata)
    if (!ended.has(stream.slice(2)))
      await client.appendToStream(stream, eventOf(entry), { credentials })
  for (const stream of ended)
    await client.tombstoneStream(stream).catch((error: unknown) => {
      if (!(error instanceof StreamDeletedError || error instanceof StreamNotFoundError))
        throw error
    })
}

async function* ordinary(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  for await (const entry of entries) if (!isAppliedLast(entry)) yield entry
}

export const importEvents = async (
  target: Target,
  path: string,
  progress: Progress = () => undefined,
): Promise<{ readonly store: Sum; readonly file: Sum }> => {
  let written = 0
  for await (const run of runs(remaining(path, await newestIn(target.client)))) {
    await persist(target, run)
    progress((written += run.length))
  }
  const file = await sumOf(ordinary(entriesIn(path)))
  if (file.events === 0) throw new Error(`${path} har ingen hendelser.`)
  const store = await sumOf(ordinary(entriesOf(target.client)))
  await finish(target, path)
  return { store, file }
}
