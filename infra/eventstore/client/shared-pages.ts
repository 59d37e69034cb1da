import type { Position, StoredEvent } from '#contracts/event-log.ts'

type Page = { readonly after: Position | null; readonly events: readonly StoredEvent[] }

/** Drops the pages if the first reader fetches no more within this time. */
const keepFor = 2_000

const endOf = ({ events }: Page): Position => events.at(-1)!.position
const isWithin = (after: Position | null, from: Position | null): boolean =>
  from === null || (after !== null && after >= from)

/** Shares the pages that one reader of the whole log has just fetched with a second reader. */
export class SharedPages {
  #pages: readonly Page[] = []
  #isReading = false
  #next = Promise.withResolvers<void>()
  #dropTimer: NodeJS.Timeout | undefined

  add(page: Page, isLast: boolean): void {
    const before = this.#pages.filter((known) => endOf(known) === page.after).slice(-1)
    if (page.events.length > 0) this.#pages = [...before, page]
    this.#setReading(!isLast)
    clearTimeout(this.#dropTimer)
    this.#dropTimer = setTimeout(() => {
      this.#pages = []
      this.#setReading(false)
    }, keepFor).unref()
  }

  /** Null if the caller must read by itself. A caller that is ahead waits for the next page. */
  async after(after: Position | null, limit: number): Promise<readonly StoredEvent[] | null> {
    for (;;) {
      const [first] = this.#pages
      if (!first || !isWithin(after, first.after)) return null
      const all = this.#pages.flatMap((page) => page.events)
      const known = all.findLastIndex(({ position }) => after !== null && position <= after)
      const events = all.slice(known + 1, known + 1 + limit)
      // A single event may be the one before the caller's position, which a read returns again.
      if (events.length >= Math.min(limit, 2)) return events
      if (!this.#isReading) return null
      await this.#next.promise
    }
  }

  #setReading(isReading: boolean): void {
    this.#isReading = isReading
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }
}
