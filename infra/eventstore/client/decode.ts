import type { ResolvedEvent } from '@eventstore/db-client'
import type { Json, Metadata, RecordedEvent, StoredEvent } from '#contracts/event-log.ts'

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
