import type { RecordedEvent } from './event-log.ts'

export const currentVersion = 1

type Upcast = (data: unknown) => unknown

/** Event type -> version it was written with -> how its data looks in the next version. */
const upcasts: Readonly<Record<string, Readonly<Record<number, Upcast>>>> = {}

/** An old event as today's code knows it. What is written stays as it was written. */
export const upcast = (event: RecordedEvent): RecordedEvent => {
  const steps = upcasts[event.type]
  if (!steps) return event
  let { data } = event
  for (let version = event.metadata.v; version < currentVersion; version++)
    data = steps[version]?.(data) ?? data
  return { ...event, data }
}
