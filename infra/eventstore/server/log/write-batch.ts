import { randomUUID } from 'node:crypto'
import type { Past, Written } from './decide.ts'
import { encodeRecord } from './encode-record.ts'
import {
  isSoftDeleted,
  noMetadata,
  parseMetadata,
  withOwnRule,
  withTruncateBefore,
  type Head,
} from './heads.ts'
import { positionAfter, tombstone, type LogRecord, type Proposed } from './record.ts'

/** Sees committed events and its own. */
export class WriteBatch implements Past {
  readonly records: LogRecord[] = []
  readonly heads: Map<string, Head>
  readonly #ids = new Map<string, Written & { readonly stream: string }>()
  readonly #committed: Past
  readonly #ticks = `${BigInt(Date.now()) * 10_000n}`
  end: number

  constructor(heads: Map<string, Head>, end: number, committed: Past) {
    this.heads = heads
    this.end = end
    this.#committed = committed
  }

  recent(stream: string, id: string): Written | undefined {
    const mine = this.#ids.get(id)
    return mine?.stream === stream ? mine : this.#committed.recent(stream, id)
  }

  async idsFrom(stream: string, from: number, count: number) {
    const mine = this.records.filter((r) => r.stream === stream && r.revision >= from)
    const before = await this.#committed.idsFrom(stream, from, count)
    return [...before, ...mine].slice(0, count)
  }

  head(stream: string): Head {
    return this.heads.get(stream)!
  }

  /** Makes a soft-deleted stream visible again, with only the new events. New metadata do so too. */
  append(stream: string, events: readonly Proposed[]): Written {
    const before = this.head(stream)
    const about = stream.startsWith('$$') ? stream.slice(2) : null
    const wasDeleted = about !== null && isSoftDeleted(this.head(about))
    for (const event of events) this.#add(stream, event, this.head(stream).last + 1)
    const written = events.length > 0 ? this.records.at(-1)! : this.#nothing(before)
    if (isSoftDeleted(before)) this.#truncate(stream, before.last + 1)
    if (wasDeleted) this.#truncate(about, this.head(about).last + 1)
    return placeOf(written)
  }

  #nothing(head: Head): Written {
    return { revision: Math.max(head.last, 0), position: this.end }
  }

  softDelete(stream: string): Written {
    this.#setMetadata(stream, withTruncateBefore(noMetadata, tombstone))
    return placeOf(this.records.at(-1)!)
  }

  tombstone(stream: string): Written {
    this.#add(stream, { ...blank, type: '$streamDeleted', id: randomUUID() }, tombstone)
    this.heads.set(stream, { ...this.head(stream), tombstoned: true })
    const about = this.heads.get(`$$${stream}`)
    if (about) this.heads.set(`$$${stream}`, { ...about, tombstoned: true })
    return placeOf(this.records.at(-1)!)
  }

  #truncate(stream: string, before: number): void {
    this.#setMetadata(stream, withTruncateBefore(this.head(stream).metadata, before))
  }

  #setMetadata(stream: string, value: string): void {
    const data = Buffer.from(value)
    const event = { ...blank, type: '$metadata', id: randomUUID(), contentType: json, data }
    this.#add(`$$${stream}`, event, this.head(stream).metadataLast + 1)
  }

  #add(stream: string, event: Proposed, revision: number): void {
    const place = { position: this.end, stream, revision, ticks: this.#ticks }
    const record = encodeRecord(event, place)
    this.records.push(record)
    this.#ids.set(event.id, { stream, revision, position: record.position })
    this.end = positionAfter(record)
    const head = this.heads.get(stream)
    if (head) this.heads.set(stream, { ...head, last: revision })
    if (stream.startsWith('$$')) this.#changeMetadata(stream.slice(2), event, revision)
  }

  #changeMetadata(stream: string, event: Proposed, revision: number): void {
    const head = this.heads.get(stream)
    if (!head) return
    const metadata = withOwnRule(stream, parseMetadata(Buffer.from(event.data)))
    this.heads.set(stream, { ...head, metadata, metadataLast: revision })
  }
}

const placeOf = ({ revision, position }: Written): Written => ({ revision, position })

const json = 'application/json'
const nothing = new Uint8Array()
const blank = { contentType: 'application/octet-stream', data: nothing, metadata: nothing }
