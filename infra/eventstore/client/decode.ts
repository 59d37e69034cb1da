import type { ResolvedEvent } from '@eventstore/db-client'
import type { Json, Metadata, RecordedEvent } from '#contracts/event-log.ts'

/** Events that the server writes for itself are in the log from its first moment. */
export const isSystem = (stream: string): boolean => stream.startsWith('$')

const metadataOf = (value: unknown, writtenAt: string): Metadata => {
  const given = typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
  const found = given ? (value as Record<string, Json>) : {}
  return { commandId: '', user: '', at: writtenAt, v: 1, ...found }
}

/** Null for an unresolvable link and for what the server wrote for itself. */
export const decode = ({ event, commitPosition }: ResolvedEvent): RecordedEvent | null => {
  if (!event || isSystem(event.streamId)) return null
  const position = event.position?.commit ?? commitPosition
  if (position === undefined) throw new Error(`The event ${event.id} came without a position`)
  const writtenAt = event.created.toISOString()
  return {
    id: event.id,
    stream: event.streamId,
    revision: event.revision,
    type: event.type,
    data: event.data,
    metadata: metadataOf(event.metadata, writtenAt),
    position,
    writtenAt,
  }
}
