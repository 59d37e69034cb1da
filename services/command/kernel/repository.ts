import { LRUCache } from 'lru-cache'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import { keyReused, type By, type Done } from './context.ts'
import type { Decider } from './decider.ts'
import type { Remembered, RememberedKeys } from './idempotency.ts'

export type StreamIndex = {
  readonly keys: RememberedKeys
  readonly revisionOf: (stream: string) => number
}

export type Loaded<S> = {
  readonly state: S
  readonly revision: bigint
  /** Of the last event in the stream, which an operator may have passed over. */
  readonly head: bigint
  readonly position: Position | null
}

type Evolve<E extends Message, S> = Pick<Decider<never, E, S>, 'initial' | 'evolve'>

const fold = <E extends Message, S>(
  { initial, evolve }: Evolve<E, S>,
  events: readonly RecordedEvent[],
): Loaded<S> => {
  let state = initial()
  let revision = -1n
  for (const recorded of events) {
    const event = parseEvent(recorded)
    if (!event) continue
    revision = event.revision
    const { type, data, metadata } = event
    state = evolve(state, { type, data } as E, { at: metadata.at, revision })
  }
  const last = events.at(-1)
  return { state, revision, head: last?.revision ?? -1n, position: last?.position ?? null }
}

/** While an append is under way nobody knows what the stream holds, nor after one without an answer. */
const unknown = Symbol('unknown')

/** The state of streams, remembered as long as nobody else writes to them. */
export const createRepository = (log: EventLog, index: StreamIndex, now: () => Date) => {
  const states = new LRUCache<string, Loaded<unknown> | typeof unknown>({ max: 10_000 })

  const knownOf = <S>(stream: string): Loaded<S> | undefined => {
    const known = states.get(stream)
    if (known === undefined || known === unknown) return undefined
    return known.head >= BigInt(index.revisionOf(stream)) ? (known as Loaded<S>) : undefined
  }
  const remembered = (by: By): Remembered | undefined =>
    by.request === undefined ? undefined : index.keys.get(by.commandId, now().getTime())

  return {
    remembered,
    /** Whether a command was given before with this key: then what holds now no longer decides. */
    isRepeat: (by: By): boolean => remembered(by) !== undefined,
    keep: (stream: string, loaded: Loaded<unknown>) => states.set(stream, loaded),
    forget: (stream: string) => states.set(stream, unknown),
    isUnknown: (stream: string): boolean => states.get(stream) === unknown,
    load: async <E extends Message, S>(
      stream: string,
      decider: Evolve<E, S>,
    ): Promise<Loaded<S>> => {
      const known = knownOf<S>(stream)
      if (known) return known
      const events = await log.read(stream)
      // The model may not have heard of them yet: a command asked for again finds itself among them.
      for (const event of events) index.keys.note(event)
      const loaded = fold(decider, events)
      states.set(stream, loaded)
      return loaded
    },
    /** The state of a stream when the log had come to `position`. */
    asOf: async <E extends Message, S>(
      stream: string,
      decider: Evolve<E, S>,
      position: Position,
    ): Promise<S> => {
      const known = knownOf<S>(stream)
      if (known && known.position !== null && known.position <= position) return known.state
      const events = await log.read(stream)
      const then = events.filter((event) => event.position <= position)
      return fold(decider, then).state
    },
    lastOf: async ({ stream, revision }: Remembered): Promise<RecordedEvent> => {
      const [event] = await log.read(stream, revision)
      if (!event) throw new Error(`${stream} has lost its event ${revision}`)
      return event
    },
    /** What came of a command that was given before with this key; undefined if it is new. */
    earlier: async <E extends Message, S>(
      by: By,
      decider: Evolve<E, S>,
      isOurs: (stream: string) => boolean,
    ): Promise<(Done<S> & { readonly stream: string }) | Refusal | undefined> => {
      const found = remembered(by)
      if (!found) return undefined
      if (found.request !== by.request) return keyReused
      if (!isOurs(found.stream)) return undefined
      const events = await log.read(found.stream)
      const then = events.filter(({ revision }) => revision <= found.revision)
      return { ...fold(decider, then), stream: found.stream, changed: false, repeated: true }
    },
  }
}

export type Repository = ReturnType<typeof createRepository>
