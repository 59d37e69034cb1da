import { normalKey } from '#contracts/text.ts'
import type { Value } from '#contracts/fields.ts'

/**
 * Ids by text; one that is added twice is there twice. A single id is stored without an array, since nearly all texts
 * are unique.
 */
class IdsByText {
  readonly #ids = new Map<string, number | number[]>()

  of(text: string): readonly number[] {
    return [this.#ids.get(text) ?? []].flat()
  }

  add(text: string, id: number): void {
    const known = this.#ids.get(text)
    if (Array.isArray(known)) known.push(id)
    else this.#ids.set(text, known === undefined ? id : [known, id])
  }

  remove(text: string, id: number): void {
    const left = [...this.of(text)]
    left.splice(left.indexOf(id), 1)
    if (left.length > 0) this.#ids.set(text, left)
    else this.#ids.delete(text)
  }
}

export class TextIndex {
  readonly #keyOf: (text: string) => string
  readonly texts: (string | undefined)[] = [undefined]
  readonly #ids = new IdsByText()

  constructor(keyOf: (text: string) => string) {
    this.#keyOf = keyOf
  }

  put(id: number, value: Value): void {
    const text = typeof value === 'string' && value !== '' ? this.#keyOf(value) : undefined
    const before = this.texts[id]
    if (text === before) return
    if (before !== undefined) this.#ids.remove(before, id)
    this.texts[id] = text
    if (text !== undefined) this.#ids.add(text, id)
  }

  with(text: string): readonly number[] {
    return this.#ids.of(this.#keyOf(text))
  }

  load(texts: readonly (string | undefined)[]): void {
    texts.forEach((text, id) => this.put(id, text ?? null))
  }
}

/** A record's offers: article number in normal form by supplier. */
type Numbers = Map<number, string | null>

/** Offers of suppliers other than the record's own. */
export class OfferIndex {
  readonly #byRecord = new Map<number, Numbers>()
  readonly #ids = new IdsByText()

  put(id: number, supplierId: number, given: string | null): void {
    this.remove(id, supplierId)
    const number = given && normalKey(given)
    if (number) this.#ids.add(number, id)
    const numbers: Numbers = this.#byRecord.get(id) ?? new Map()
    this.#byRecord.set(id, numbers.set(supplierId, number))
  }

  remove(id: number, supplierId: number): void {
    const numbers = this.#byRecord.get(id)
    const number = numbers?.get(supplierId)
    if (!numbers?.delete(supplierId)) return
    if (numbers.size === 0) this.#byRecord.delete(id)
    if (number) this.#ids.remove(number, id)
  }

  removeAll(id: number): void {
    for (const supplierId of this.#byRecord.get(id)?.keys() ?? []) this.remove(id, supplierId)
  }

  offeredBy(supplierId: number): number[] {
    return [...this.#byRecord].flatMap(([id, numbers]) => (numbers.has(supplierId) ? [id] : []))
  }

  withNumber(text: string): readonly number[] {
    return [...new Set(this.#ids.of(normalKey(text)))]
  }

  dump(): ReadonlyMap<number, Numbers> {
    return this.#byRecord
  }

  load(dump: ReadonlyMap<number, Numbers>): void {
    for (const [id, numbers] of dump)
      for (const [supplierId, number] of numbers) this.put(id, supplierId, number)
  }
}
