import type {
  Appended,
  EventLog,
  Follower,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StoredEvent,
  StoredLog,
} from '../event-log.ts'

export type MemoryLog = EventLog & StoredLog & { readonly events: readonly RecordedEvent[] }

/** Gaps as in a real store, so that no test relies on consecutive positions. */
const gap = 100n

const follow = async (
  readAll: EventLog['readAll'],
  appended: () => Promise<void>,
  after: Position | null,
  { signal, batchSize = 500, handle, caughtUp }: Follower,
): Promise<void> => {
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  let handled = after
  let hasCaughtUp = false
  while (!signal.aborted) {
    const next = appended()
    const batch = await readAll(handled, batchSize)
    if (batch.length > 0) {
      await handle(batch)
      handled = batch.at(-1)!.position
      continue
    }
    if (!hasCaughtUp) caughtUp?.()
    hasCaughtUp = true
    await Promise.race([next, aborted])
  }
}

/** Data goes through JSON, as in a real store. */
export const memoryLog = (now: (event: NewEvent) => Date = () => new Date()): MemoryLog => {
  const events: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  let wake = Promise.withResolvers<void>()

  const record = (stream: string, event: NewEvent, revision: bigint): RecordedEvent => ({
    id: event.id,
    stream,
    revision,
    type: event.type,
    data: JSON.parse(JSON.stringify(event.data)),
    metadata: JSON.parse(JSON.stringify(event.metadata)),
    position: BigInt(events.length + 1) * gap,
    writtenAt: now(event).toISOString(),
  })

  const append = async (
    stream: string,
    added: readonly NewEvent[],
    expected: Revision,
  ): Promise<Appended> => {
    const past = streams.get(stream) ?? []
    const from = expected === 'none' ? 0 : Number(expected) + 1
    const already = past.slice(from, from + added.length)
    const known = already.length === added.length && already.every((e, i) => e.id === added[i]?.id)
    const last = past.at(-1)
    if (added.length > 0 && known) return answer(already.at(-1)!)
    if (from !== past.length) return { appended: false, actual: last ? last.revision : 'none' }
    if (added.length === 0) throw new TypeError('An append needs at least one event')

    for (const event of added) {
      const recorded = record(stream, event, BigInt(past.length))
      past.push(recorded)
      events.push(recorded)
    }
    streams.set(stream, past)
    wake.resolve()
    wake = Promise.withResolvers()
    return answer(past.at(-1)!)
  }

  const readAll = async (after: Position | null, limit: number) => {
    const start = after === null ? 0 : events.findIndex((event) => event.position > after)
    return start < 0 ? [] : events.slice(start, start + limit)
  }

  const readStored = async (after: Position | null, limit: number) =>
    (await readAll(after, limit)).map(storedOf)

  return {
    events,
    append,
    readAll,
    readStored,
    follow: (after, follower) => follow(readAll, () => wake.promise, after, follower),
    read: async (stream, from = 0n, limit = Infinity) =>
      (streams.get(stream) ?? []).slice(Number(from), Number(from) + limit),
    last: async () => events.at(-1)?.position ?? null,
    close: async () => undefined,
  }
}

const answer = (last: RecordedEvent): Appended => ({
  appended: true,
  position: last.position,
  revision: last.revision,
})

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const storedOf = ({ data, metadata, writtenAt, ...event }: RecordedEvent): StoredEvent => ({
  ...event,
  ticks: BigInt(Date.parse(writtenAt)) * 10_000n,
  isJson: true,
  data: bytesOf(data),
  metadata: bytesOf(metadata),
})
