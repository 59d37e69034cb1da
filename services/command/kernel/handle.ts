import { LRUCache } from 'lru-cache'
import { v5 } from 'uuid'
import type { EventLog, Json, NewEvent, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { metadataOf, type By, type Done } from './context.ts'
import type { Decider } from './decider.ts'
import type { Positions } from './positions.ts'
import type { Loaded, Repository, StreamIndex } from './repository.ts'

export type CommandContext = {
  readonly log: EventLog
  readonly repository: Repository
  readonly model: StreamIndex & {
    /** False when the log must bring them, since others wrote to the stream before. */
    readonly applyOwn: (events: readonly RecordedEvent[]) => boolean
  }
  readonly positions: Positions
  readonly now: () => Date
}

export type HandleOptions<S> = {
  readonly isNew?: boolean
  /** What If-Match is held against, where it is not the revision of the stream alone. */
  readonly version?: (loaded: Loaded<S>) => bigint
  readonly marks?: (type: string) => { readonly [key: string]: Json } | undefined
}

const attempts = 10

export const idTaken: Refusal = refuse('CONFLICT')

const toEvents = <S>(facts: readonly Message[], by: By, at: string, options: HandleOptions<S>) =>
  facts.map(({ type, data }, index): NewEvent => ({
    // The same command makes the same event ids, so that asking again writes nothing twice.
    id: v5(String(index), by.commandId),
    type,
    data,
    metadata: { ...metadataOf(by, at), ...options.marks?.(type) },
  }))

/** What was written is in the model before the log brings it; null when somebody else wrote first. */
export const appendOwn = async (
  { log, model, positions }: Pick<CommandContext, 'log' | 'model' | 'positions'>,
  stream: string,
  head: bigint,
  events: readonly NewEvent[],
  at: string,
) => {
  const outcome = await log.append(stream, events, head < 0n ? 'none' : head)
  if (!outcome.appended) return null
  const { position, revision } = outcome
  const recorded = events.map((event, i): RecordedEvent => ({
    ...event,
    stream,
    revision: head + 1n + BigInt(i),
    position,
    writtenAt: at,
  }))
  if (model.applyOwn(recorded)) positions.noteOwn(position)
  else await positions.reach(position, 2_000)
  return { recorded, position, revision }
}

/** Appends what was decided; null when somebody else has written to the stream since it was loaded. */
const append = async <E extends Message, S>(
  context: CommandContext,
  stream: string,
  { evolve }: Pick<Decider<never, E, S>, 'evolve'>,
  { state, head }: Loaded<S>,
  events: readonly NewEvent[],
  at: string,
): Promise<Done<S> | null> => {
  const { repository } = context
  repository.forget(stream)
  const appended = await appendOwn(context, stream, head, events, at)
  if (!appended) return null
  const { recorded, position, revision } = appended
  const evolved = recorded.reduce(
    (before, { type, data, revision }) => evolve(before, { type, data } as E, { at, revision }),
    state,
  )
  repository.keep(stream, { state: evolved, revision, head: revision, position })
  return { state: evolved, revision, position, changed: true }
}

export const handle = async <C extends Message, E extends Message, S>(
  context: CommandContext,
  by: By,
  stream: string,
  decider: Decider<C, E, S>,
  command: C,
  options: HandleOptions<S> = {},
): Promise<Done<S> | Refusal> => {
  const { repository } = context
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const loaded =
      options.isNew && !repository.isUnknown(stream)
        ? { state: decider.initial(), revision: -1n, head: -1n, position: null }
        : await repository.load(stream, decider)
    const earlier = await repository.earlier(by, decider, (one) => one === stream)
    if (earlier) return earlier
    if (options.isNew && loaded.head >= 0n) return idTaken
    const version = options.version?.(loaded) ?? loaded.revision
    if (by.ifMatch && !by.ifMatch.includes(version)) return refuse('CONFLICT')
    const decision = decider.decide(command, loaded.state)
    if (isRefusal(decision)) return decision
    if (decision.length === 0) return { ...loaded, changed: false }

    const at = context.now().toISOString()
    const events = toEvents(decision, by, at, options)
    const done = await append(context, stream, decider, loaded, events, at)
    if (done) return done
    if (options.isNew) return idTaken
  }
  // Others write faster than this one decides. It was not done, and may be asked for again.
  return refuse('UNAVAILABLE')
}

const tries = 1_000

/**
 * Makes a record under the next free id: the highest there ever was, plus one. That it is free, the append
 * secures. Where nobody knows what came of it, the same command tries the same id again: its events have the
 * same ids, so what was written is found and not written twice.
 */
export const createIds = <Name extends string>(highest: (name: Name) => number) => {
  const given = new Map<Name, number>()
  const unsure = new LRUCache<string, number>({ max: 10_000 })
  const nextId = (name: Name): number => {
    const next = Math.max(given.get(name) ?? 0, highest(name)) + 1
    given.set(name, next)
    return next
  }
  return async <Done>(
    name: Name,
    { commandId }: By,
    attempt: (id: number) => Promise<Done | Refusal>,
  ): Promise<Done | Refusal> => {
    const key = `${name} ${commandId}`
    for (let tried = 0; tried < tries; tried++) {
      const id = unsure.get(key) ?? nextId(name)
      const outcome = await attempt(id).catch((error: unknown) => {
        unsure.set(key, id)
        throw error
      })
      unsure.delete(key)
      if (outcome !== idTaken) return outcome
    }
    return refuse('UNAVAILABLE')
  }
}

export type WithNewId<Name extends string> = ReturnType<typeof createIds<Name>>
