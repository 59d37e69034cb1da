import { createHash } from 'node:crypto'
import { binaryEvent, jsonEvent, type EventData, type ResolvedEvent } from '@eventstore/db-client'

/** One event as a line of an export file. Data that is not JSON is base64. */
export type Entry = {
  readonly stream: string
  readonly revision: string
  readonly id: string
  readonly type: string
  readonly json: boolean
  readonly data: unknown
  readonly metadata?: unknown
  /** In the original store. */
  readonly writtenAt: string
  /** In the exported store; the target assigns its own. */
  readonly position: string
}

/** In the metadata of a copied event. */
const originalTime = 'writtenAt'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const base64 = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

const fromBase64 = (value: unknown): unknown =>
  isObject(value) && typeof value['base64'] === 'string' && Object.keys(value).length === 1
    ? new Uint8Array(Buffer.from(value['base64'], 'base64'))
    : value

/** Removes the original time again. Missing metadata and `{}` count as equal. */
const separated = (metadata: unknown): { first?: unknown; metadata?: unknown } => {
  if (!isObject(metadata) || metadata instanceof Uint8Array) return { metadata: base64(metadata) }
  const { [originalTime]: first, ...rest } = metadata
  return { first, metadata: Object.keys(rest).length > 0 ? rest : undefined }
}

export const entryOf = ({ event }: ResolvedEvent): Entry => {
  if (!event?.position) throw new Error('En hendelse kom uten posisjon')
  const { first, metadata } = separated(event.metadata)
  return {
    stream: event.streamId,
    revision: String(event.revision),
    id: event.id,
    type: event.type,
    json: event.isJson,
    data: base64(event.data),
    ...(metadata === undefined ? {} : { metadata }),
    writtenAt: typeof first === 'string' ? first : event.created.toISOString(),
    position: String(event.position.commit),
  }
}

export const eventOf = ({ id, type, json, data, metadata, writtenAt }: Entry): EventData => {
  const kept = fromBase64(metadata)
  const bytes = kept instanceof Uint8Array
  const timed = bytes ? kept : { ...(kept as object | undefined), [originalTime]: writtenAt }
  return json
    ? jsonEvent({ id, type, data: data as never, metadata: timed })
    : binaryEvent({ id, type, data: fromBase64(data) as Uint8Array, metadata: timed })
}

export type Sum = { readonly events: number; readonly digest: string }

export const sumOf = async (entries: AsyncIterable<Entry>, upTo?: string): Promise<Sum> => {
  let events = 0
  const hash = createHash('sha256')
  for await (const entry of entries) {
    if (upTo !== undefined && BigInt(entry.position) > BigInt(upTo)) break
    events++
    hash.update(JSON.stringify({ ...entry, position: undefined }))
  }
  return { events, digest: hash.digest('hex') }
}
