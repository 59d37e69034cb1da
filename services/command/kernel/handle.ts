import { LRUCache } from 'lru-cache'
import { v5 } from 'uuid'
import type { EventLog, Json, Metadata, NewEvent, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { understood } from '#contracts/understood.ts'
import { currentVersion } from '#contracts/upcasts.ts'
import type { By, Done } from './context.ts'
import type { Decider } from './decider.ts'
import type { Remembered } from './idempotency.ts'
import type { Model } from './model.ts'
import type { positions } from './positions.ts'
import type { Folded } from './read-side.ts'
import type { Records } from './records.ts'

type Loaded = { state: unknown; revision: bigint; position: bigint | null }

/** While an append is under way nobody knows what the stream holds, nor after one without an answer. */
const inDoubt: Loaded = { state: undefined, revision: -2n, position: null }

export type HandleOptions<S> = {
  /** The stream must be new: an id somebody else took meanwhile is 'taken'. */
  readonly isNew?: boolean
  /** What If-Match is held against, where the stream is not the record's own. */
  readonly version?: (state: S) => bigint
  /** Metadata by event type, besides the usual. */
  readonly marks?: (type: string) => { readonly [key: string]: Json } | undefined
}

const attempts = 10
const cached = 10_000

export const keyReused = refuse(
  'CONFLICT',
  'Denne Idempotency-Key er allerede brukt til en annen forespørsel.',
)

export const metadataOf = (by: By, at: string): Metadata => ({
  ...by.note,
  commandId: by.commandId,
  user: by.user,
  ...(by.userId !== undefined && { userId: by.userId }),
  at,
  v: currentVersion,
  ...(by.request !== undefined && { request: by.request }),
  ...(by.requestId !== undefined && { $correlationId: by.requestId }),
})

/** The same command makes the same event ids, so that asking again writes nothing twice. */
export const eventId = (by: By, index: number): string => v5(String(index), by.commandId)

export const handling = (
  log: EventLog,
  model: Model,
  progress: ReturnType<typeof positions>,
  now: () => Date,
) => {
  const states = new LRUCache<string, Loaded>({ max: cached })

  const fold = <E extends Message, S>(
    { initial, evolve }: Decider<never, E, S>,
    events: readonly RecordedEvent[],
  ): Loaded & { state: S } => {
    let state = initial()
    for (const { type, data, metadata, revision } of events.flatMap((e) => understood(e) ?? [])) {
      state = evolve(state, { type, data } as E, { at: metadata.at, revision })
    }
    const last = events.at(-1)
    return { state, revision: last?.revision ?? -1n, position: last?.position ?? null }
  }

  /** What is remembered of a stream, if nothing has been written to it since. */
  const kept = (stream: string): Loaded | undefined => {
    const known = states.get(stream)
    return known && known.revision >= BigInt(model.revisionOf(stream)) ? known : undefined
  }
  const given = (stream: string): Folded | undefined => {
    const [records, id] = model.recordOf(stream) ?? []
    return records?.given(id!)
  }
  const atHand = (stream: string): Loaded | undefined => {
    const known = kept(stream)
    if (known) return known
    const folded = given(stream)
    return folded && { state: folded.item, revision: BigInt(folded.revision), position: null }
  }

  /**
   * Remembers a record that was folded elsewhere, if it is as the last event there is left it. What was read
   * or written here goes before it.
   */
  const prime = (records: Records, stream: string, folded: Folded): void => {
    if (folded.revision !== records.revision(folded.id)) return
    const known = states.get(stream)
    if (known && (known === inDoubt || known.revision >= BigInt(folded.revision))) return
    records.give(folded)
  }
  /** From now on only this process knows what the stream holds, and not before it has an answer. */
  const doubt = (stream: string): void => {
    states.set(stream, inDoubt)
    const [records, id] = model.recordOf(stream) ?? []
    records?.takeBack(id!)
  }

  /** At once if it is at hand: a promise of each is felt where there are many. */
  const load = <E extends Message, S>(
    stream: string,
    decider: Decider<never, E, S>,
  ): (Loaded & { state: S }) | Promise<Loaded & { state: S }> => {
    const known = atHand(stream)
    return known ? (known as Loaded & { state: S }) : read(stream, decider)
  }
  const read = async <E extends Message, S>(
    stream: string,
    decider: Decider<never, E, S>,
  ): Promise<Loaded & { state: S }> => {
    const events = await log.read(stream)
    // The model may not have heard of them yet: a command asked for again finds itself among them.
    for (const event of events) model.keys.note(event)
    const loaded = fold(decider, events)
    states.set(stream, loaded)
    return loaded
  }

  const asEvents = <S>(facts: readonly Message[], by: By, at: string, options: HandleOptions<S>) =>
    facts.map(({ type, data }, index): NewEvent => ({
      id: eventId(by, index),
      type,
      data,
      metadata: { ...metadataOf(by, at), ...options.marks?.(type) },
    }))

  /** Shows the model what was written, at once where it can be. */
  const show = async (recorded: readonly RecordedEvent[], position: bigint): Promise<void> => {
    if (model.applyOwn(recorded)) progress.noteOwn(position)
    else await progress.reach(position, 2_000)
  }

  /** Load, decide, append; decide again on fresh history when another writer got there first. */
  const handle = async <C extends Message, E extends Message, S>(
    by: By,
    stream: string,
    decider: Decider<C, E, S>,
    command: C,
    options: HandleOptions<S> = {},
  ): Promise<Done<S> | Refusal | 'taken'> => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const isUnwritten = options.isNew && states.get(stream) !== inDoubt
      const loaded = isUnwritten
        ? { state: decider.initial(), revision: -1n, position: null }
        : await load(stream, decider)
      const earlier = isRepeat(by) ? await before(by, decider, (one) => one === stream) : undefined
      if (earlier) return earlier
      const { state, revision } = loaded
      if (options.isNew && revision >= 0n) return 'taken'
      const version = options.version?.(state) ?? revision + model.structureVersion(stream)
      if (by.ifMatch && !by.ifMatch.includes(version)) return refuse('CONFLICT')
      const decision = decider.decide(command, state)
      if (isRefusal(decision)) return decision
      if (decision.length === 0) return { ...loaded, changed: false }

      const at = now().toISOString()
      const events = asEvents(decision, by, at, options)
      doubt(stream)
      const outcome = await log.append(stream, events, revision < 0n ? 'none' : revision)
      if (!outcome.appended) {
        if (options.isNew) return 'taken'
        continue
      }
      const recorded = events.map((event, i): RecordedEvent => ({
        ...event,
        stream,
        revision: revision + 1n + BigInt(i),
        position: outcome.position,
        writtenAt: at,
      }))
      let evolved = state
      for (const { type, data, revision } of recorded)
        evolved = decider.evolve(evolved, { type, data } as E, { at, revision })
      const done = { state: evolved, revision: outcome.revision, position: outcome.position }
      if (by.isBulk) states.delete(stream)
      else states.set(stream, done)
      await show(recorded, outcome.position)
      return { ...done, changed: true }
    }
    // Others write faster than this one decides. It was not done, and may be asked for again.
    return refuse('UNAVAILABLE')
  }

  const remembered = (by: By): Remembered | undefined =>
    by.request === undefined ? undefined : model.keys.get(by.commandId, now().getTime())

  /** The last event of a command that was given before with this key. */
  const lastOf = async ({ stream, revision }: Remembered): Promise<RecordedEvent> => {
    const [event] = await log.read(stream, revision)
    if (!event) throw new Error(`${stream} has lost its event ${revision}`)
    return event
  }

  /** What came of a command that was given before with this key; undefined if it is new. */
  const before = async <E extends Message, S>(
    by: By,
    decider: Decider<never, E, S>,
    isOurs: (stream: string) => boolean,
  ): Promise<(Done<S> & { stream: string }) | Refusal | undefined> => {
    const found = remembered(by)
    if (!found) return undefined
    if (found.request !== by.request) return keyReused
    if (!isOurs(found.stream)) return undefined
    const events = await log.read(found.stream)
    const then = events.filter(({ revision }) => revision <= found.revision)
    return { ...fold(decider, then), stream: found.stream, changed: false, repeated: true }
  }

  /** The state of a stream when the log had come to `position`. */
  const asOf = async <E extends Message, S>(
    stream: string,
    decider: Decider<never, E, S>,
    position: bigint,
  ): Promise<S> => {
    const known = kept(stream)
    if (known && known.position !== null && known.position <= position) return known.state as S
    const events = await log.read(stream)
    const then = events.filter((event) => event.position <= position)
    return fold(decider, then).state
  }

  /** Whether a command was given before with this key: then what holds now no longer decides. */
  const isRepeat = (by: By): boolean => remembered(by) !== undefined

  const isKept = (stream: string): boolean => kept(stream) !== undefined

  return { handle, load, isKept, prime, before, remembered, lastOf, isRepeat, asOf }
}

export type Handling = ReturnType<typeof handling>
