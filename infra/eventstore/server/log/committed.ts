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
/** So many bytes of the log's end, so that whoever follows it closely asks nothing of the database. */
const inMemory = 4 * 1024 * 1024

/** What memory holds of the committed log, and who waits for more of it. */
export class Committed implements Past {
  /** The position that the next record will have. */
  end = firstPosition
  readonly #store: Store
  readonly #heads = new LRUCache<string, Head>({ max: knownStreams })
  /** Where the latest events lie by their ids. Bounded, as the cache of EventStoreDB for the same end. */
  readonly #ids = new LRUCache<string, Place>({ max: knownIds })
  #newest: LogRecord[] = []
  /** Each subscription waits. */
  readonly #growth = new EventEmitter().setMaxListeners(0)

  constructor(store: Store) {
    this.#store = store
  }

  /** Forgets what memory holds and takes it from the database again. */
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
    if (this.end - this.#newest[0]!.position > inMemory) this.#forgetHalf()
    this.#growth.emit('grown')
  }

  /** At a time, so that it is seldom. */
  #forgetHalf(): void {
    const oldest = this.end - inMemory / 2
    this.#newest = this.#newest.filter(({ position }) => position >= oldest)
  }

  knownHead(stream: string): Head | undefined {
    return this.#heads.get(stream)
  }

  async head(stream: string): Promise<Head> {
    return this.#heads.get(stream) ?? (await this.#store.queries.heads([stream])).get(stream)!
  }

  /** The event with this id, if it is in this stream and not too long ago. */
  recent(stream: string, id: string): Written | undefined {
    const place = this.#ids.get(id)
    return place?.stream === stream ? place : undefined
  }

  idsFrom(stream: string, from: number, count: number) {
    return this.#store.queries.idsFrom(stream, from, count)
  }

  /** Records from a position on. */
  async forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    if (from >= this.end) return []
    const [oldest] = this.#newest
    if (!oldest || from < oldest.position) return this.#store.queries.forwards(from, limit)
    const at = this.#newest.findLastIndex(({ position }) => position < from) + 1
    return this.#newest.slice(at, at + limit)
  }

  /** Resolves when there is something after `beyond`, or there is nothing to wait for any more. */
  async grown(beyond: number, signal: AbortSignal): Promise<void> {
    if (this.end > beyond || signal.aborted) return
    await once(this.#growth, 'grown', { signal }).catch(() => undefined)
  }
}
