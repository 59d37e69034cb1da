import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js'
import type { Proposed } from './record.ts'

/** As EventStoreDB 23.10: newer versions take more, and what older ones refuse must not get in here. */
export const maxAppendSize = 1024 * 1024

export const defaultContentType = 'application/octet-stream'

export class BadRequest extends Error {}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const structured = (id: UUID): string => {
  const bits = (text: string | undefined) => BigInt.asUintN(64, BigInt(text ?? 0))
  const parts = id.getStructured()
  const hex =
    bits(parts?.getMostSignificantBits()).toString(16).padStart(16, '0') +
    bits(parts?.getLeastSignificantBits()).toString(16).padStart(16, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const uuidText = (id: UUID | undefined): string => {
  if (!id) return ''
  return id.hasStructured() ? structured(id) : id.getString().toLowerCase()
}

export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')

type Message = {
  getId(): UUID | undefined
  getMetadataMap(): { get(key: string): string | undefined }
  getCustomMetadata_asU8(): Uint8Array
  getData_asU8(): Uint8Array
}

/** One bad event must be refused here, or it would take the whole group it is written with down. */
export const checkEvent = ({ id, type }: Proposed): void => {
  if (!uuid.test(id)) throw new BadRequest('Event id is not a UUID')
  if (type === '') throw new BadRequest('Required metadata property type is missing')
  if (type.includes('\0')) throw new BadRequest('Event type holds a NUL character')
}

export const proposed = (message: Message): Proposed => {
  const properties = message.getMetadataMap()
  const event = {
    id: uuidText(message.getId()),
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') || defaultContentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
  checkEvent(event)
  return event
}

export const checkStreamName = (stream: string): void => {
  if (stream === '') throw new BadRequest('Stream name is empty')
  if (stream.includes('\0')) throw new BadRequest('Stream name holds a NUL character')
}

export const dataSize = (events: readonly Proposed[]): number =>
  events.reduce((sum, event) => sum + event.data.length, 0)
