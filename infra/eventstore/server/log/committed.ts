import { EventEmitter, once } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Past, Written } from './decide.ts'
import type { Head } from './heads.ts'
import type { Place } from './queries.ts'
import { firstPosition, type LogRecord } from './record.ts'
import type { Store } from './store.ts'
import type { WriteBatch } from './write-batch.ts'

const knownStreams = 20_000
const knownIds = 20_000
const preloadedIds = 5000
/** Bytes of the newest records, so that followers near the end need no database query. */
const inMemory = 4 * 1024 * 1024

export class Committed implements Past {
  end = firstPosition
  readonly #store: Store
  readonly #heads = new LRUCache<string, Head>({ max: knownStreams })
  /** Bounded, like the same cache of EventStoreDB. */
  readonly #ids = new LRUCache<string, Place>({ max: knownIds })
  #newest: LogRecord[] = []
  readonly #growth = new EventEmitter().setMaxListeners(0)

  constructor(store: Store) {
    this.#store = store
  }

  async reload(): Promise<void> {
    const { places, end } = await this.#store.queries.newest(preloadedIds)
    this.#heads.clear()
    this.#ids.clear()
    for (const place of places) this.#ids.set(place.id, place)
    this.end = end
    this.#newest = []
    this.#growth.emit('grown')
  }

  publish(batch: WriteBatch): void {
    for (const [stream, head] of batch.heads) this.#heads.set(stream, head)
    for (const { id, stream, revision, position } of batch.records)
      this.#ids.set(id, { id, stream, revision, position })
    this.end = batch.end
    this.#newest.push(...batch.records)
    if (this.end - this.#newest[0]!.position > inMemory) this.#dropOlderHalf()
    this.#growth.emit('grown')
  }

  #dropOlderHalf(): void {
    const oldest = this.end - inMemory / 2
    this.#newest = this.#newest.filter(({ position }) => position >= oldest)
  }

  knownHead(stream: string): Head | undefined {
    return this.#heads.get(stream)
  }

  async head(stream: string): Promise<Head> {
    return this.#heads.get(stream) ?? (await this.#store.queries.heads([stream])).get(stream)!
  }

  recent(stream: string, id: string): Written | undefined {
    const place = this.#ids.get(id)
    return place?.stream === stream ? place : undefined
  }

  idsFrom(stream: string, from: number, count: number) {
    return this.#store.queries.idsFrom(stream, from, count)
  }

  async forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    if (from >= this.end) return []
    const [oldest] = this.#newest
    if (!oldest || from < oldest.position) return this.#store.queries.forwards(from, limit)
    const at = this.#newest.findLastIndex(({ position }) => position < from) + 1
    return this.#newest.slice(at, at + limit)
  }

  async grown(beyond: number, signal: AbortSignal): Promise<void> {
    if (this.end > beyond || signal.aborted) return
    await once(this.#growth, 'grown', { signal }).catch(() => undefined)
  }
}
