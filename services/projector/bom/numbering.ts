import { grown } from './growing.ts'
import { NumbersById } from './numbers-by-id.ts'

/** Gives ids dense numbers 0, 1, 2 ..., by which the graph's arrays are indexed. Never reused. */
export class Numbering {
  ids = new Int32Array(16)
  size = 0
  readonly #numbers = new NumbersById()

  /** -1 when the id is not known. */
  of(id: number): number {
    return this.#numbers.of(id)
  }

  add(id: number): number {
    const known = this.#numbers.of(id)
    if (known >= 0) return known
    this.ids = grown(this.ids, this.size + 1)
    this.ids[this.size] = id
    this.#numbers.set(id, this.size)
    return this.size++
  }
}
