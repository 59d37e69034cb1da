import { randomUUID } from 'node:crypto'
import { OutcomeUnknown, StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { histogram } from '#kernel/metrics.ts'
import { createProbe, type Probe } from '#kernel/probe.ts'

const appends = histogram('append_duration_seconds', 'Appends, until the event store answered', [
  'outcome',
])

export const measureLog = (log: EventLog): EventLog => ({
  ...log,
  append: async (...args) => {
    const end = appends.startTimer()
    try {
      const outcome = await log.append(...args)
      end({ outcome: outcome.appended ? 'appended' : 'conflict' })
      return outcome
    } catch (error) {
      end({ outcome: error instanceof Error ? error.name : 'failed' })
      throw error
    }
  },
})

const metadata = { commandId: 'probe', user: 'system', at: '', v: 1 }

/**
 * Appends to a new stream at a revision that it cannot have: the store's writer refuses it, so that nothing stays in the
 * log (docs/adr/0017).
 */
const tryAppend = (log: EventLog) =>
  log.append(`probe-${randomUUID()}`, [{ id: randomUUID(), type: 'Probe', data: {}, metadata }], 0n)

export const probeWrites = (log: EventLog): { readonly writes: Probe; readonly log: EventLog } => {
  const writes = createProbe({
    check: () => tryAppend(log),
    reason: 'Hendelseslageret svarer ikke på skriving',
  })
  const append: EventLog['append'] = async (...args) => {
    try {
      return await log.append(...args)
    } catch (error) {
      if (error instanceof OutcomeUnknown || error instanceof StoreUnavailable) writes.failed()
      throw error
    }
  }
  return { writes, log: { ...log, append } }
}
