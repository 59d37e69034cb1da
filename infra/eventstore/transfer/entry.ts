import { createHash, type Hash } from 'node:crypto'
import type { ResolvedEvent } from '@eventstore/db-client'

/** One event as a line of an export file. Bytes that are not JSON are base64. */
export type Entry = {
  readonly stream: string
  readonly revision: string
  readonly id: string
  readonly type: string
  readonly json: boolean
  readonly data: unknown
  readonly metadata?: unknown
  /** When it was first written, in whatever store that was. */
  readonly writtenAt: string
  /** In the store it was exported from; another store gives another. */
  readonly position: string
}

/** Where a copied event keeps the time of the original. */
export const originalTime = 'writtenAt'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const base64 = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

export const fromBase64 = (value: unknown): unknown =>
  isObject(value) && typeof value['base64'] === 'string' && Object.keys(value).length === 1
    ? new Uint8Array(Buffer.from(value['base64'], 'base64'))
    : value

/** Metadata as it was before the time of the original was put into it. None and `{}` count as the same. */
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

export type Sum = { readonly events: number; readonly digest: string }

/** Counts and digests entries; equal for two logs that hold the same events in the same order. */
export class Summing {
  #events = 0
  readonly #hash: Hash = createHash('sha256')

  add(entry: Entry): void {
    this.#events++
    this.#hash.update(JSON.stringify({ ...entry, position: undefined }))
  }

  get sum(): Sum {
    return { events: this.#events, digest: this.#hash.copy().digest('hex') }
  }
}
