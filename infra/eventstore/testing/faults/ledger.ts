import type { Appended, EventLog, NewEvent, RecordedEvent, Revision } from '#contracts/event-log.ts'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { someEvents } from '../events.ts'

type Entry = { readonly stream: string; readonly revision: bigint; readonly position: bigint }

export type Ledger = {
  readonly entries: ReadonlyMap<string, Entry>
  readonly unknown: () => number
  readonly stop: () => Promise<void>
}

export const startWriters = (log: EventLog, count: number): Ledger => {
  const entries = new Map<string, Entry>()
  let unknown = 0
  let stopping = false

  /** Retries until the outcome is known, as a service does. */
  const persist = async (stream: string, events: NewEvent[], expected: Revision) => {
    for (;;) {
      try {
        return await log.append(stream, events, expected)
      } catch (error) {
        if (!(error instanceof OutcomeUnknown || error instanceof StoreUnavailable)) throw error
        if (error instanceof OutcomeUnknown) unknown++
        await sleep(20)
      }
    }
  }

  const write = async (stream: string): Promise<void> => {
    let last: Revision = 'none'
    for (let n = 0; !stopping; n++) {
      const events = someEvents((n % 3) + 1, n)
      const answer: Appended = await persist(stream, events, last)
      if (!answer.appended) throw new Error(`${stream}: at ${answer.actual}, not ${last}`)
      for (const [index, { id }] of events.entries()) {
        const revision = answer.revision - BigInt(events.length - 1 - index)
        entries.set(id, { stream, revision, position: answer.position })
      }
      last = answer.revision
    }
  }

  const writers = Array.from({ length: count }, (_, index) => write(`writer-${index}`))
  return {
    entries,
    unknown: () => unknown,
    stop: async () => {
      stopping = true
      await Promise.all(writers)
    },
  }
}

export const faultsIn = (events: readonly RecordedEvent[], { entries }: Ledger): string[] => {
  const faults: string[] = []
  const found = new Set<string>()
  const revisions = new Map<string, bigint>()
  let position = -1n
  for (const event of events) {
    const expected = (revisions.get(event.stream) ?? -1n) + 1n
    if (found.has(event.id)) faults.push(`${event.id} is there twice`)
    if (event.position <= position) faults.push(`${event.id} is out of order`)
    if (event.revision !== expected) faults.push(`${event.stream} lacks revision ${expected}`)
    const noted = entries.get(event.id)
    if (noted && (noted.stream !== event.stream || noted.revision !== event.revision))
      faults.push(`${event.id} is not where it was acknowledged`)
    found.add(event.id)
    revisions.set(event.stream, event.revision)
    position = event.position
  }
  for (const id of entries.keys())
    if (!found.has(id)) faults.push(`${id} was acknowledged and is lost`)
  return faults
}
