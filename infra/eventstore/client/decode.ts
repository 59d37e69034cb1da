import type { ResolvedEvent } from '@eventstore/db-client'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Json, Metadata, RecordedEvent, StoredEvent } from '#contracts/event-log.ts'
import { streamMessages } from '../protocol/messages.ts'

const metadataOf = (value: unknown, writtenAt: string): Metadata => {
  const isObject = typeof value === 'object' && !(value instanceof Uint8Array)
  const found = isObject ? (value as Record<string, Json> | null) : null
  return { commandId: '', user: '', at: writtenAt, v: 1, ...found }
}

/** Null for a link to a deleted event and for the server's own events. */
export const decode = ({ event }: ResolvedEvent): RecordedEvent | null => {
  if (!event || event.streamId.startsWith('$')) return null
  const { id, streamId: stream, revision, type, data } = event
  const writtenAt = event.created.toISOString()
  const metadata = metadataOf(event.metadata, writtenAt)
  return { id, stream, revision, type, data, metadata, position: positionOf({ event }), writtenAt }
}

export const positionOf = ({ event, commitPosition }: ResolvedEvent): bigint => {
  const position = event?.position?.commit ?? commitPosition
  if (position === undefined) throw new Error(`The event ${event?.id} came without a position`)
  return position
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()

const parsed = (bytes: Uint8Array, otherwise: (text: string) => unknown): unknown => {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return otherwise(text)
  }
}

const ticksPerMillisecond = 10_000n

/** Data that is not valid JSON is returned as text. */
export const recordedOf = ({ ticks, isJson, ...event }: StoredEvent): RecordedEvent => {
  const writtenAt = new Date(Number(ticks / ticksPerMillisecond)).toISOString()
  const data = isJson ? parsed(event.data, (text) => text) : event.data
  const metadata = metadataOf(
    parsed(event.metadata, () => null),
    writtenAt,
  )
  return { ...event, data, metadata, writtenAt }
}

const { RecordedEvent: StoredMessage } = streamMessages.ReadResp.ReadEvent

const eventIn = (event: ReadResp.ReadEvent.RecordedEvent): StoredEvent => {
  const properties = event.getMetadataMap()
  return {
    id: event.getId()?.getString() ?? '',
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    revision: BigInt(event.getStreamRevision()),
    type: properties.get('type') ?? '',
    position: BigInt(event.getCommitPosition()),
    ticks: BigInt(properties.get('created') ?? 0),
    isJson: properties.get('content-type') === 'application/json',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  }
}

export const storedOf = (bytes: Uint8Array): StoredEvent =>
  eventIn(StoredMessage.deserializeBinary(bytes))

/** Null for a message about the read itself. */
export const storedIn = (answer: ReadResp): StoredEvent | null => {
  const event = answer.getEvent()?.getEvent()
  return event ? eventIn(event) : null
}
