import type { NewEvent, Revision } from '#contracts/event-log.ts'

/** EventStoreDB 23.10 takes so many bytes per append; what newer ones take beyond is not put to use. */
const maxAppendBytes = 1024 * 1024

/** An event as text: whatever its owner changes meanwhile, a second try sends the same. */
export type EncodedEvent = {
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

/** An append as it is sent, be it for the first time or again. */
export type EncodedAppend = {
  readonly stream: string
  readonly events: readonly EncodedEvent[]
  readonly expected: Revision
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const json = (value: unknown, what: string): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`The event's ${what} is not JSON`)
  return text
}

const encodeOne = ({ id, type, data, metadata }: NewEvent): EncodedEvent => {
  if (!uuid.test(id)) throw new TypeError(`The event id "${id}" is not a UUID`)
  // An empty type makes EventStoreDB answer twice, and the second answer crashes the client's process.
  if (!type || type.startsWith('$') || type.includes('\0'))
    throw new TypeError(`The event type "${type}" cannot be used`)
  return { id, type, data: json(data, 'data'), metadata: json(metadata, 'metadata') }
}

const bytesOf = ({ data, metadata }: EncodedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata)

/** Throws at once for what a store would refuse or choke on. */
export const encode = (
  stream: string,
  events: readonly NewEvent[],
  expected: Revision,
): EncodedAppend => {
  if (!stream || stream.startsWith('$') || stream.includes('\0'))
    throw new TypeError(`The stream name "${stream}" cannot be used`)
  if (events.length === 0) throw new TypeError('An append needs at least one event')
  const encoded = events.map(encodeOne)
  const bytes = encoded.reduce((sum, event) => sum + bytesOf(event), 0)
  if (bytes > maxAppendBytes)
    throw new RangeError(`${bytes} bytes in one append to ${stream}; ${maxAppendBytes} are allowed`)
  return { stream, events: encoded, expected }
}
