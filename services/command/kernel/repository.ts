import { LRUCache } from 'lru-cache'
import type { NewEvent, Position, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import { appendOwn, type AppendContext } from './append.ts'
import type { By, Decider, Done } from './command.ts'
import { keyReused, type Remembered, type RememberedKeys } from './remembered-keys.ts'

export type Loaded<S> = {
  readonly state: S
  readonly revision: bigint
  /** Of the last event in the stream, which an operator may have passed over. */
  readonly head: bigint
  readonly position: Position | null
  readonly at: string | null
  /** The command that began the stream: one without a key, as of an import's row, is known by it alone. */
  readonly maker: string | undefined
}

type Evolve<E extends Message, S> = Pick<Decider<never, E, S>, 'initial' | 'evolve'>

const nothing = <E extends Message, S>({ initial }: Evolve<E, S>): Loaded<S> => ({
  state: initial(),
  revision: -1n,
  head: -1n,
  position: null,
  at: null,
  maker: undefined,
})

const fold = <E extends Message, S>(
  decider: Evolve<E, S>,
  events: readonly RecordedEvent[],
  before: Loaded<S> = nothing(decider),
): Loaded<S> => {
  let { state, revision, head, position, at, maker } = before
  for (const recorded of events) {
    ;({ revision: head, position } = recorded)
    ;({ at } = recorded.metadata)
    maker ??= recorded.metadata.commandId
    const event = parseEvent(recorded)
    if (!event) continue
    revision = event.revision
    const { type, data, metadata } = event
    state = decider.evolve(state, { type, data } as E, { at: metadata.at, revision })
  }
  return { state, revision, head, position, at, maker }
}

/** While an append is under way nobody knows what the stream holds, nor after one without an answer. */
const unknown = Symbol('unknown')

type RepositoryContext = AppendContext & {
  readonly model: {
    readonly keys: RememberedKeys
    readonly revisionOf: (stream: string) => number
  }
}

/** The state of streams, remembered as long as nobody else writes to them. */
export const createRepository = (context: RepositoryContext) => {
  const { log, model, now } = context
  const states = new LRUCache<string, Loaded<unknown> | typeof unknown>({ max: 10_000 })

  const knownOf = <S>(stream: string): Loaded<S> | undefined => {
    const known = states.get(stream)
    if (known === undefined || known === unknown) return undefined
    return known.head >= BigInt(model.revisionOf(stream)) ? (known as Loaded<S>) : undefined
  }
  const remembered = (by: By): Remembered | undefined =>
    by.request === undefined
      ? undefined
      : model.keys.get(by.commandId, by.givenAt ?? now().getTime())

  return {
    /** Whether a command was given before with this key: then what holds now no longer decides. */
    isRepeat: (by: By): boolean => remembered(by) !== undefined,
    /** @param isNew it is not there yet, unless an append had no answer */
    load: async <E extends Message, S>(
      stream: string,
      decider: Evolve<E, S>,
      isNew = false,
    ): Promise<Loaded<S>> => {
      if (isNew && states.get(stream) !== unknown) return nothing(decider)
      const known = knownOf<S>(stream)
      if (known) return known
      const events = await log.read(stream)
      // The model may not have heard of them yet: a command asked for again finds itself among them.
      for (const event of events) model.keys.note(event)
      const loaded = fold(decider, events)
      states.set(stream, loaded)
      return loaded
    },
    /** Null when somebody else has written to the stream since it was loaded. */
    save: async <E extends Message, S>(
      stream: string,
      decider: Evolve<E, S>,
      loaded: Loaded<S>,
      events: readonly NewEvent[],
    ): Promise<Done<S> | null> => {
      states.set(stream, unknown)
      const recorded = await appendOwn(context, stream, loaded.head, events)
      if (!recorded) return null
      const saved = fold(decider, recorded, loaded)
      states.set(stream, saved)
      return { ...saved, changed: true }
    },
    /** The state of a stream when the log had come to `position`. */
    asOf: async <E extends Message, S>(
      stream: string,
      decider: Evolve<E, S>,
      position: Position,
    ): Promise<S> => {
      const events = await log.read(stream)
      const then = events.filter((event) => event.position <= position)
      return fold(decider, then).state
    },
    /** The last event of a command that is repeated. */
    lastOf: async (by: By): Promise<RecordedEvent> => {
      const { stream, revision } = remembered(by)!
      const [event] = await log.read(stream, revision)
      return event!
    },
    /** What came of a command that was given before with this key, in a stream that begins so. */
    earlier: async <E extends Message, S>(
      by: By,
      decider: Evolve<E, S>,
      begins: string,
    ): Promise<(Done<S> & { readonly stream: string }) | Refusal | undefined> => {
      const found = remembered(by)
      if (!found) return undefined
      if (found.request !== by.request) return keyReused
      if (!found.stream.startsWith(begins)) return undefined
      const events = await log.read(found.stream)
      const then = events.filter(({ revision }) => revision <= found.revision)
      return { ...fold(decider, then), stream: found.stream, changed: false, repeated: true }
    },
  }
}

export type Repository = ReturnType<typeof createRepository>
