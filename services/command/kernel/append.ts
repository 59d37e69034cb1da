import { v5 } from 'uuid'
import type { EventLog, NewEvent, RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { currentVersion } from '#contracts/parse-event.ts'
import type { Positions } from '#kernel/positions.ts'
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
  if (!model.applyOwn(recorded)) await positions.reach(position, 2_000)
  return recorded
}
