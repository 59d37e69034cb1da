import { randomUUID } from 'node:crypto'
import type { EventLog } from '#contracts/event-log.ts'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { createProbe, type Probe } from '../../kernel/probe.ts'

const metadata = { commandId: 'probe', user: 'system', at: '', v: 1 }

/**
 * An append to a stream that does not exist, at a revision that it therefore cannot have: it goes the way
 * of every append, to the store's one writer, is refused there, and leaves nothing in a log that is kept
 * for ever (docs/adr/0017).
 */
const tryWriting = (log: EventLog) =>
  log.append(`probe-${randomUUID()}`, [{ id: randomUUID(), type: 'Probe', data: {}, metadata }], 0n)

/** Whether the store takes appends now. An append of anybody's that gets no answer says so at once. */
export const probeWrites = (log: EventLog): { readonly writes: Probe; readonly log: EventLog } => {
  const writes = createProbe({
    check: () => tryWriting(log),
    reason: 'Hendelseslageret svarer ikke på skriving',
  })
  const append: EventLog['append'] = async (...asked) => {
    try {
      return await log.append(...asked)
    } catch (error) {
      if (error instanceof OutcomeUnknown || error instanceof StoreUnavailable) writes.failed()
      throw error
    }
  }
  return { writes, log: { ...log, append } }
}
