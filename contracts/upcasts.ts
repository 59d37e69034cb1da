import type { RecordedEvent } from './event-log.ts'

export const currentVersion = 1

type Upcast = (data: unknown) => unknown

/** By event type and stored version: converts the data to the next version. */
const upcasts: Readonly<Record<string, Readonly<Record<number, Upcast>>>> = {}

export const upcast = (event: RecordedEvent): RecordedEvent => {
  const steps = upcasts[event.type]
  if (!steps) return event
  let { data } = event
  for (let version = event.metadata.v; version < currentVersion; version++)
    data = steps[version]?.(data) ?? data
  return { ...event, data }
}
