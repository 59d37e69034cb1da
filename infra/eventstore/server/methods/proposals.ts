import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Deadline } from '@grpc/grpc-js'
import type { Expected } from '../log/decide.ts'
import type { Proposed } from '../log/record.ts'
import type { Append } from '../log/write.ts'
import { appendTooBig, invalidRequest } from '../rpc-error.ts'

/** Limit of EventStoreDB 23.10, so that the log can be moved to it. */
export const maxAppendSize = 1024 * 1024

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const structured = (id: UUID): string => {
  const bits = (text: string | undefined) => BigInt.asUintN(64, BigInt(text ?? 0))
  const parts = id.getStructured()
  const hex =
    bits(parts?.getMostSignificantBits()).toString(16).padStart(16, '0') +
    bits(parts?.getLeastSignificantBits()).toString(16).padStart(16, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const uuidText = (id: UUID | undefined): string => {
  if (!id) return ''
  return id.hasStructured() ? structured(id) : id.getString().toLowerCase()
}

export const streamName = (identifier: StreamIdentifier | undefined): string => {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
  if (name === '' || name.includes('\0')) throw invalidRequest()
  return name
}

/** Epoch milliseconds. */
export const deadlineOf = (call: { getDeadline(): Deadline }): number => Number(call.getDeadline())

type Options = Pick<
  AppendReq.Options,
  'hasRevision' | 'getRevision' | 'hasNoStream' | 'hasStreamExists'
>

export const expectedOf = (options: Options): Expected => {
  if (options.hasRevision()) return Number(options.getRevision())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

type Message = Pick<
  AppendReq.ProposedMessage,
  'getId' | 'getMetadataMap' | 'getCustomMetadata_asU8' | 'getData_asU8'
>

export const proposed = (message: Message): Proposed => {
  const properties = message.getMetadataMap()
  return {
    id: uuidText(message.getId()),
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') || 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export const dataSize = (events: readonly Proposed[]): number =>
  events.reduce((sum, event) => sum + event.data.length, 0)

/** An invalid event would fail the whole group it is committed with. */
export const appendOf = (
  identifier: StreamIdentifier | undefined,
  expected: Expected,
  deadline: number,
  events: readonly Proposed[],
): Append => {
  const stream = streamName(identifier)
  for (const { id, type } of events)
    if (!uuid.test(id) || type === '' || type.includes('\0')) throw invalidRequest()
  if (dataSize(events) > maxAppendSize) throw appendTooBig(maxAppendSize)
  return { does: 'append', stream, expected, deadline, events }
}
