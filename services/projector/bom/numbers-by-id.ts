const bits = 10
const perPage = 2 ** bits

/**
 * A whole number from 0 on for each id, in pages: ids are given one after the other, so this takes 4 bytes each,
 * where a Map takes ten times as much.
 */
export class NumbersById {
  /** Each number raised by 1: 0 is none. */
  readonly #pages = new Map<number, Int32Array>()

  /** -1 when there is none. */
  of(id: number): number {
    const page = this.#pages.get(id >>> bits)
    return page === undefined ? -1 : page[id & (perPage - 1)]! - 1
  }

  set(id: number, number: number): void {
    let page = this.#pages.get(id >>> bits)
    if (!page) this.#pages.set(id >>> bits, (page = new Int32Array(perPage)))
    page[id & (perPage - 1)] = number + 1
  }
}
