import type { Written } from './decide.ts'
import type { LogRecord } from './record.ts'

const capacity = 50_000

/** Where the latest events lie by their ids. Bounded, as the cache of EventStoreDB for the same end. */
export class RecentIds {
  readonly #places = new Map<string, Written & { readonly stream: string }>()

  add({ id, stream, revision, position }: Omit<LogRecord, 'bytes' | 'type'>): void {
    this.#places.delete(id)
    this.#places.set(id, { stream, revision, position })
    if (this.#places.size <= capacity) return
    for (const oldest of this.#places.keys()) {
      this.#places.delete(oldest)
      return
    }
  }

  find(stream: string, id: string): Written | undefined {
    const place = this.#places.get(id)
    return place?.stream === stream ? place : undefined
  }

  clear(): void {
    this.#places.clear()
  }
}
