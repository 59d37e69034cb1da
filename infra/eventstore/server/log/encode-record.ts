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
  /** Units of 100 ns since 1970, as in .NET. */
  readonly ticks: string
}

/** Encoded by hand: the client's own stubs take three times as long. */
export const encodeRecord = (event: Proposed, place: Place, keepsEmpty = true): LogRecord => {
  const { position, stream, revision, ticks } = place
  const { id, type, contentType, metadata, data } = event
  const writer = new protobuf.BufferWriter()
  writer.uint32(field.id).fork().uint32(uuidText).string(id).ldelim()
  writer.uint32(field.stream).fork().uint32(streamName).string(stream).ldelim()
  // The revision of a tombstone is too large for a JavaScript number.
  const exact = revision === tombstone ? String(exactRevision(revision)) : revision
  writer.uint32(field.revision).uint64(exact)
  writer.uint32(field.preparePosition).uint64(position)
  writer.uint32(field.commitPosition).uint64(position)
  const properties = { type, created: ticks, 'content-type': contentType }
  for (const [name, text] of Object.entries(properties)) {
    writer.uint32(field.property).fork()
    writer.uint32(propertyField.key).string(name).uint32(propertyField.value).string(text).ldelim()
  }
  if (keepsEmpty || metadata.length > 0) writer.uint32(field.metadata).bytes(metadata)
  if (keepsEmpty || data.length > 0) writer.uint32(field.data).bytes(data)
  return { position, stream, revision, type, id, bytes: writer.finish() as Buffer }
}
