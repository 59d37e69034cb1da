import { FieldWriter, sizeOf, sizeOfNumber } from '../protobuf/field-writer.ts'
import { exactRevision, tombstone, type LogRecord, type Proposed } from './record.ts'
import { bigVarint } from '../protobuf/varint.ts'

type Place = {
  readonly position: number
  readonly stream: string
  readonly revision: number
  /** Of 100 nanoseconds since 1970, as .NET counts time. */
  readonly ticks: string
}

/** Field numbers and wire types of RecordedEvent; a test holds them against the client's own stubs. */
const tag = {
  id: 0x0a,
  stream: 0x12,
  revision: 0x18,
  prepare: 0x20,
  commit: 0x28,
  property: 0x32,
  metadata: 0x3a,
  data: 0x42,
} as const
const uuidString = 0x12
const streamName = 0x1a
const key = 0x0a
const value = 0x12

/** A name in ASCII, a text, and its length in bytes. */
type Property = readonly [string, string, number]
const property = (name: string, text: string): Property => [name, text, Buffer.byteLength(text)]
const propertySize = ([name, , length]: Property): number => sizeOf(name.length) + sizeOf(length)

/** What is empty is not written. */
const optionalSize = ({ length }: Uint8Array): number => (length > 0 ? sizeOf(length) : 0)

/** Writes the event as RecordedEvent by hand: several times quicker than the generated code. */
export const encodeRecord = (event: Proposed, place: Place): LogRecord => {
  const { position, stream, revision } = place
  const { id, type, metadata, data } = event
  const name = Buffer.byteLength(stream)
  const properties = [
    property('type', type),
    property('created', place.ticks),
    property('content-type', event.contentType),
  ]
  const largest = revision === tombstone ? bigVarint(exactRevision(revision)) : null
  const size =
    sizeOf(sizeOf(id.length)) +
    sizeOf(sizeOf(name)) +
    (largest ? 1 + largest.length : sizeOfNumber(revision)) +
    2 * sizeOfNumber(position) +
    properties.reduce((sum, one) => sum + sizeOf(propertySize(one)), 0) +
    optionalSize(metadata) +
    optionalSize(data)

  // Of its own: it stays in memory for a while, and would keep what it shared a buffer with.
  const into = new FieldWriter(Buffer.allocUnsafeSlow(size))
  into.number(tag.id, sizeOf(id.length))
  into.text(uuidString, id, id.length)
  into.number(tag.stream, sizeOf(name))
  into.text(streamName, stream, name)
  if (largest) into.raw([tag.revision, ...largest])
  else into.number(tag.revision, revision)
  into.number(tag.prepare, position)
  into.number(tag.commit, position)
  for (const one of properties) {
    const [name, text, length] = one
    into.number(tag.property, propertySize(one))
    into.text(key, name, name.length)
    into.text(value, text, length)
  }
  if (metadata.length > 0) into.bytes(tag.metadata, metadata)
  if (data.length > 0) into.bytes(tag.data, data)
  return { position, stream, revision, type, id, bytes: into.message }
}
