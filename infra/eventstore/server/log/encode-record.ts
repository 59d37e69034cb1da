import protobuf from 'protobufjs/minimal.js'
import {
  eventField as field,
  propertyField,
  streamName,
  uuidText,
} from '../../protocol/recorded-event.ts'
import { exactRevision, tombstone, type LogRecord, type Proposed } from './record.ts'

type Place = {
  readonly position: number
  readonly stream: string
  readonly revision: number
  /** Of 100 nanoseconds since 1970, as .NET counts time. */
  readonly ticks: string
}

/** The event as the message that is stored and sent. By the client's own stubs it takes three times as long. */
export const encodeRecord = (event: Proposed, place: Place): LogRecord => {
  const { position, stream, revision, ticks } = place
  const { id, type, contentType, metadata, data } = event
  const writer = new protobuf.BufferWriter()
  writer.uint32(field.id).fork().uint32(uuidText).string(id).ldelim()
  writer.uint32(field.stream).fork().uint32(streamName).string(stream).ldelim()
  // A number does not hold the largest revision exactly.
  const exact = revision === tombstone ? String(exactRevision(revision)) : revision
  writer.uint32(field.revision).uint64(exact)
  writer.uint32(field.preparePosition).uint64(position)
  writer.uint32(field.commitPosition).uint64(position)
  const properties = { type, created: ticks, 'content-type': contentType }
  for (const [name, text] of Object.entries(properties)) {
    writer.uint32(field.property).fork()
    writer.uint32(propertyField.key).string(name).uint32(propertyField.value).string(text).ldelim()
  }
  writer.uint32(field.metadata).bytes(metadata).uint32(field.data).bytes(data)
  return { position, stream, revision, type, id, bytes: writer.finish() as Buffer }
}
