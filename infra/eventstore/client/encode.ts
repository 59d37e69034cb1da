import type { NewEvent, Revision } from '#contracts/event-log.ts'

/** Limit of EventStoreDB 23.10. Newer versions allow more. */
const maxAppendBytes = 1024 * 1024

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const json = (value: unknown, what: string): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`The event's ${what} is not JSON`)
  return text
}

/** Text, so that a retry sends the same even if the caller changes the object. */
const encodeOne = ({ id, type, data, metadata }: NewEvent) => {
  if (!uuid.test(id)) throw new TypeError(`The event id "${id}" is not a UUID`)
  // EventStoreDB answers an empty type twice, and the second answer crashes the client's process.
  if (!type || type.startsWith('$') || type.includes('\0'))
    throw new TypeError(`The event type "${type}" cannot be used`)
  return { id, type, data: json(data, 'data'), metadata: json(metadata, 'metadata') }
}

export type EncodedEvent = Readonly<ReturnType<typeof encodeOne>>

const bytesOf = ({ data, metadata }: EncodedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata)

export const encode = (stream: string, events: readonly NewEvent[], expected: Revision) => {
  if (!stream || stream.startsWith('$') || stream.includes('\0'))
    throw new TypeError(`The stream name "${stream}" cannot be used`)
  if (events.length === 0) throw new TypeError('An append needs at least one event')
  const encoded = events.map(encodeOne)
  const bytes = encoded.reduce((sum, event) => sum + bytesOf(event), 0)
  if (bytes > maxAppendBytes)
    throw new RangeError(`${bytes} bytes in one append to ${stream}; ${maxAppendBytes} are allowed`)
  return { stream, events: encoded, expected }
}

export type EncodedAppend = Readonly<ReturnType<typeof encode>>
