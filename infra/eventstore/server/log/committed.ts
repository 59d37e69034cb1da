import { LRUCache } from 'lru-cache'
import type { Written } from './decide.ts'
import type { Head } from './heads.ts'
import { LogCache } from './log-cache.ts'
import type { Place } from './queries.ts'
import { firstPosition, type LogRecord } from './record.ts'
import type { Store } from './store.ts'
import type { WriteBatch } from './write-batch.ts'

const knownStreams = 20_000
const knownIds = 20_000
const preloadedIds = 5000

/** What memory holds of the committed log, and who waits for more of it. */
export class Committed {
  /** The position that the next record will have. */
  end = firstPosition
  readonly #store: Store
  readonly #heads = new LRUCache<string, Head>({ max: knownStreams })
  /** Where the latest events lie by their ids. Bounded, as the cache of EventStoreDB for the same end. */
  readonly #ids = new LRUCache<string, Place>({ max: knownIds })
  readonly #newest = new LogCache(firstPosition)
  readonly #waiting = new Set<() => void>()
  /** To tell whether what was read from the database may be old by now. */
  #commits = 0

  constructor(store: Store) {
    this.#store = store
  }

  /** Forgets what memory holds and takes it from the database again. */
  async reload(): Promise<void> {
    const { queries } = this.#store
    const [end, newest] = [await queries.end(), await queries.newest(preloadedIds)]
    this.#heads.clear()
    this.#ids.clear()
    for (const place of newest) this.#ids.set(place.id, place)
    this.#commits++
    this.end = end ?? firstPosition
    this.#newest.reset(this.end)
    this.wake()
  }

  publish(batch: WriteBatch): void {
    this.#commits++
    for (const [stream, head] of batch.heads) this.#heads.set(stream, head)
    for (const { id, stream, revision, position } of batch.records)
      this.#ids.set(id, { id, stream, revision, position })
    this.#newest.push(batch.records)
    this.end = batch.end
    this.wake()
  }

  knownHead(stream: string): Head | undefined {
    return this.#heads.get(stream)
  }

  async head(stream: string): Promise<Head> {
    const known = this.#heads.get(stream)
    if (known) return known
    const commits = this.#commits
    const head = (await this.#store.queries.heads([stream])).get(stream)!
    if (commits === this.#commits) this.#heads.set(stream, head)
    return head
  }

  /** The event with this id, if it is in this stream and not too long ago. */
  find(stream: string, id: string): Written | undefined {
    const place = this.#ids.get(id)
    return place?.stream === stream ? place : undefined
  }

  /** Records from a position on, which must be one of a record or the end. */
  async forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    if (from >= this.end) return []
    return this.#newest.covers(from)
      ? this.#newest.forwards(from, limit)
      : this.#store.queries.forwards(from, limit)
  }

  async isRecord(position: number): Promise<boolean> {
    return this.#newest.covers(position)
      ? this.#newest.isRecord(position)
      : this.#store.queries.isRecord(position)
  }

  /** Resolves when there is something after `beyond`, or there is nothing to wait for any more. */
  grown(beyond: number, signal: AbortSignal): Promise<void> {
    if (this.end > beyond || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      // Leaves nothing behind with the signal, which lives as long as a subscription.
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }

  wake(): void {
    for (const wake of this.#waiting) wake()
  }
}
