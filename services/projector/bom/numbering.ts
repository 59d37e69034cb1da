import { grown } from './growing.ts'

/** Gives ids dense numbers 0, 1, 2 ..., by which the graph's arrays are indexed. Never reused. */
export class Numbering {
  ids = new Int32Array(16)
  size = 0
  readonly #numbers = new Map<number, number>()

  /** -1 when the id is not known. */
  of(id: number): number {
    return this.#numbers.get(id) ?? -1
  }

  add(id: number): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    this.ids = grown(this.ids, this.size + 1)
    this.ids[this.size] = id
    this.#numbers.set(id, this.size)
    return this.size++
  }
}
