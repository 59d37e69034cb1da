import type { Position, StoredEvent } from '#contracts/event-log.ts'

type Page = { readonly after: Position | null; readonly events: readonly StoredEvent[] }

/** So long a reader of the whole log may take until its next page, and is waited for. */
const patience = 2_000

const endOf = ({ events }: Page): Position => events.at(-1)!.position
const isWithin = (after: Position | null, from: Position | null): boolean =>
  from === null || (after !== null && after >= from)

/** What one reader of the whole log has read just now, for another that goes along with it. */
export class PassingPages {
  #pages: readonly Page[] = []
  #isUnderWay = false
  #next = Promise.withResolvers<void>()
  #forgetting: NodeJS.Timeout | undefined

  add(page: Page, isLast: boolean): void {
    const before = this.#pages.filter((known) => endOf(known) === page.after).slice(-1)
    if (page.events.length > 0) this.#pages = [...before, page]
    this.#move(!isLast)
    clearTimeout(this.#forgetting)
    this.#forgetting = setTimeout(() => {
      this.#pages = []
      this.#move(false)
    }, patience).unref()
  }

  /** Those after a position, or null if whoever wants them has to read them. One that is ahead waits for the other. */
  async after(after: Position | null, limit: number): Promise<readonly StoredEvent[] | null> {
    for (;;) {
      const [first] = this.#pages
      if (!first || !isWithin(after, first.after)) return null
      const events = this.#pages
        .flatMap((page) => page.events)
        .filter(({ position }) => after === null || position > after)
      // One alone is that which was known before, and is read again.
      if (events.length >= Math.min(limit, 2)) return events.slice(0, limit)
      if (!this.#isUnderWay) return null
      await this.#next.promise
    }
  }

  #move(isUnderWay: boolean): void {
    this.#isUnderWay = isUnderWay
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }
}
