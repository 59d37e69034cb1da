import { Cache } from './cache.ts'
import type { Written } from './decide.ts'
import type { Place } from './pages.ts'

const capacity = 20_000

/** Where the latest events lie by their ids. Bounded, as the cache of EventStoreDB for the same end. */
export class RecentIds {
  readonly #places = new Cache<Written & { readonly stream: string }>(capacity)

  add({ id, stream, revision, position }: Place): void {
    this.#places.set(id, { stream, revision, position })
  }

  find(stream: string, id: string): Written | undefined {
    const place = this.#places.get(id)
    return place?.stream === stream ? place : undefined
  }

  clear(): void {
    this.#places.clear()
  }
}
