import { randomUUID } from 'node:crypto'
import type { NewEvent, RecordedEvent } from '#contracts/event-log.ts'

export const anEvent = (n: number | string, id: string = randomUUID()): NewEvent => ({
  id,
  type: 'Counted',
  data: { n },
  metadata: { commandId: 'c-1', user: 'kari', at: '2026-01-01T12:00:00.000Z', v: 1 },
})

export const someEvents = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, index) => anEvent(from + index))

export const numbersIn = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ data }) => (data as { n: number }).n)
