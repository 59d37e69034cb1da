import { jsonEvent, type EventData } from '@eventstore/db-client'
import type { NewEvent } from '#contracts/event-log.ts'

/** EventStoreDB 23.10 takes so many bytes per append; what newer ones take beyond is not put to use. */
export const maxAppendBytes = 1024 * 1024

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Serialises here and keeps the text's content: the client serialises inside a promise whose failure
 * nobody can catch, and by the time of a retry the caller may have changed its object.
 */
const snapshot = (value: unknown, what: string): { copy: never; bytes: number } => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`The event's ${what} is not JSON`)
  return { copy: JSON.parse(text) as never, bytes: Buffer.byteLength(text) }
}

const encodeOne = (event: NewEvent): { data: EventData; bytes: number } => {
  if (!uuid.test(event.id)) throw new TypeError(`The event id "${event.id}" is not a UUID`)
  // An empty type makes EventStoreDB answer twice, and the second answer crashes the client's process.
  if (!event.type || event.type.startsWith('$') || event.type.includes('\0'))
    throw new TypeError(`The event type "${event.type}" cannot be used`)
  const data = snapshot(event.data, 'data')
  const metadata = snapshot(event.metadata, 'metadata')
  return {
    data: jsonEvent({ id: event.id, type: event.type, data: data.copy, metadata: metadata.copy }),
    bytes: data.bytes + metadata.bytes,
  }
}

/** The events as the client takes them. Throws at once for what a store would refuse or choke on. */
export const encode = (stream: string, events: readonly NewEvent[]): EventData[] => {
  if (!stream || stream.startsWith('$') || stream.includes('\0'))
    throw new TypeError(`The stream name "${stream}" cannot be used`)
  if (events.length === 0) throw new TypeError('An append needs at least one event')
  const encoded = events.map(encodeOne)
  const bytes = encoded.reduce((sum, event) => sum + event.bytes, 0)
  if (bytes > maxAppendBytes)
    throw new RangeError(`${bytes} bytes in one append to ${stream}; ${maxAppendBytes} are allowed`)
  return encoded.map(({ data }) => data)
}
