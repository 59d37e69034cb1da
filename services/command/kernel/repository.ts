import { LRUCache } from 'lru-cache'
import type { NewEvent, Position, RecordedEvent } from '#contracts/event-log.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import { keyReused } from '#kernel/idempotency-key.ts'
import { appendOwn, type AppendContext } from './append.ts'
import type { By, Done, When } from './command.ts'
import type { Remembered, RememberedKeys } from './remembered-keys.ts'

export type Loaded<S> = {
  readonly state: S
  readonly revision: bigint
  /** Revision of the last event in the stream, including skipped ones. */
  readonly head: bigint
  readonly position: Position | null
  readonly at: string | null
  /** The command that started the stream. A command without a key is recognised only by it. */
  readonly maker: string | undefined
}

export type Fold<S> = {
  readonly initial: () => S
  readonly evolve: (state: S, event: never, when: When) => S
}

const nothing = <S>({ initial }: Fold<S>): Loaded<S> => ({
  state: initial(),
  revision: -1n,
  head: -1n,
  position: null,
  at: null,
  maker: undefined,
})

export const fold = <S>(
  { initial, evolve }: Fold<S>,
  events: readonly RecordedEvent[],
  before: Loaded<S> = nothing({ initial, evolve }),
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
    state = evolve(state, { type, data } as never, { at: metadata.at, revision })
  }
  return { state, revision, head, position, at, maker }
}

/** The content is unknown during an append, and after one without an answer. */
const unknown = Symbol('unknown')

type RepositoryContext = AppendContext & {
  readonly model: {
    readonly keys: RememberedKeys
    readonly revisionOf: (stream: string) => number
  }
}

export class Repository {
  readonly #context: RepositoryContext
  readonly #states = new LRUCache<string, Loaded<unknown> | typeof unknown>({ max: 10_000 })

  constructor(context: RepositoryContext) {
    this.#context = context
  }

  isRepeat(by: By): boolean {
    return this.#remembered(by) !== undefined
  }

  /** @param isNew the stream does not exist, unless an append had no answer */
  async load<S>(stream: string, decider: Fold<S>, isNew = false): Promise<Loaded<S>> {
    const { log, model } = this.#context
    const known = this.#states.get(stream)
    if (isNew && known !== unknown) return nothing(decider)
    if (known && known !== unknown && known.head >= BigInt(model.revisionOf(stream)))
      return known as Loaded<S>
    const events = await log.read(stream)
    // The model may not have these events yet; a repeated command must find its own.
    for (const event of events) model.keys.note(event)
    const loaded = fold(decider, events)
    this.#states.set(stream, loaded)
    return loaded
  }

  /** Null if somebody else has written since the load. */
  async save<S>(
    stream: string,
    decider: Fold<S>,
    loaded: Loaded<S>,
    events: readonly NewEvent[],
  ): Promise<Done<S> | null> {
    this.#states.set(stream, unknown)
    const recorded = await appendOwn(this.#context, stream, loaded.head, events)
    if (!recorded) return null
    const saved = fold(decider, recorded, loaded)
    this.#states.set(stream, saved)
    return { ...saved, changed: true }
  }

  async lastOf(by: By): Promise<RecordedEvent> {
    const { stream, revision } = this.#remembered(by)!
    const [event] = await this.#context.log.read(stream, revision)
    return event!
  }

  /** The result of an earlier command with this key, in a stream with this prefix. */
  async earlier<S>(
    by: By,
    decider: Fold<S>,
    prefix: string,
  ): Promise<(Done<S> & { readonly stream: string }) | Refusal | undefined> {
    const found = this.#remembered(by)
    if (!found) return undefined
    if (found.request !== by.request) return keyReused
    const { stream, revision } = found
    if (!stream.startsWith(prefix)) return undefined
    const events = await this.#context.log.read(stream)
    const until = events.filter((event) => event.revision <= revision)
    return { ...fold(decider, until), stream, changed: false, repeated: true }
  }

  #remembered(by: By): Remembered | undefined {
    const { model, now } = this.#context
    if (by.request === undefined) return undefined
    return model.keys.get(by.commandId, by.givenAt ?? now().getTime())
  }
}
