import { LRUCache } from 'lru-cache'
import { v5 } from 'uuid'
import type { EventLog, NewEvent, Position, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { currentVersion } from '#contracts/parse-event.ts'
import type { By, Fact } from './command.ts'

export type AppendContext = {
  readonly log: EventLog
  /** Throws if appending is not safe now. */
  readonly mayAppend: () => void
  readonly model: {
    /** False if others wrote to the stream first, so that the log must deliver the events in order. */
    readonly applyOwn: (events: readonly RecordedEvent[]) => boolean
  }
  readonly positions: Positions
  readonly now: () => Date
}

/** Event ids derive from the command id, so that a retry writes nothing twice. */
export const eventsOf = (facts: readonly Fact<Message>[], by: By, at: string, prefix = '') =>
  facts.map(({ type, data, marks }, index): NewEvent => ({
    id: v5(`${prefix}${index}`, by.commandId),
    type,
    data,
    metadata: {
      ...by.note,
      commandId: by.commandId,
      user: by.user,
      ...(by.userId !== undefined && { userId: by.userId }),
      ...(by.token !== undefined && { via: 'token', token: by.token }),
      at,
      v: currentVersion,
      ...(by.request !== undefined && { request: by.request }),
      ...(by.requestId !== undefined && { $correlationId: by.requestId }),
      ...marks,
    },
  }))

/** Appends and updates the model at once. Null if somebody else wrote first. */
export const appendOwn = async (
  { log, mayAppend, model, positions }: AppendContext,
  stream: string,
  head: bigint,
  events: readonly NewEvent[],
) => {
  mayAppend()
  const outcome = await log.append(stream, events, head < 0n ? 'none' : head)
  if (!outcome.appended) return null
  const { position } = outcome
  const recorded = events.map((event, i): RecordedEvent => ({
    ...event,
    stream,
    revision: head + 1n + BigInt(i),
    position,
    writtenAt: event.metadata.at,
  }))
  if (model.applyOwn(recorded)) positions.noteOwn(position)
  else await positions.reach(position, 2_000)
  return recorded
}

export const createPositions = () => {
  let reached: Position | null = null
  let advanced = Promise.withResolvers<void>()
  // Own events are in the model before the log delivers them.
  const own = new LRUCache<Position, true>({ max: 10_000 })

  const has = (position: Position) =>
    (reached !== null && reached >= position) || own.get(position) === true

  return {
    advance: (position: Position): void => {
      reached = position
      advanced.resolve()
      advanced = Promise.withResolvers()
    },
    reach: async (position: Position, timeout: number): Promise<boolean> => {
      if (has(position)) return true
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(late.resolve, timeout, 'late')
      while (!has(position))
        if ((await Promise.race([advanced.promise, late.promise])) === 'late') return false
      clearTimeout(timer)
      return true
    },
    noteOwn: (position: Position) => own.set(position, true),
    reached: () => reached,
  }
}

export type Positions = ReturnType<typeof createPositions>
