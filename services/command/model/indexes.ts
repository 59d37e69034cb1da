import { normalKey } from '#contracts/text.ts'
import type { Value } from '#contracts/fields.ts'

/** Which records hold a text in one of their fields, however it is spaced and cased. */
export class TextIndex {
  readonly texts: (string | undefined)[] = [undefined]
  readonly #ids = new Map<string, number | number[]>()

  put(id: number, value: Value): void {
    const text = typeof value === 'string' && value !== '' ? normalKey(value) : undefined
    const before = this.texts[id]
    if (text === before) return
    if (before !== undefined) {
      const left = this.with(before).filter((one) => one !== id)
      if (left.length > 0) this.#ids.set(before, left)
      else this.#ids.delete(before)
    }
    this.texts[id] = text
    if (text !== undefined) this.#add(id, text)
  }

  with(text: string): readonly number[] {
    return [this.#ids.get(normalKey(text)) ?? []].flat()
  }

  load(texts: readonly (string | undefined)[]): void {
    texts.forEach((text, id) => {
      this.texts[id] = text
      if (text !== undefined) this.#add(id, text)
    })
  }

  #add(id: number, text: string): void {
    const known = this.#ids.get(text)
    if (Array.isArray(known)) known.push(id)
    else this.#ids.set(text, known === undefined ? id : [known, id])
  }
}

/** Of a record, its offers: the number that each supplier has for it, in normal form. */
type Numbers = Map<number, string | null>

/** Who else than its own supplier offers a record, and under what number. */
export class OfferIndex {
  readonly #byRecord = new Map<number, Numbers>()
  readonly #byNumber = new Map<string, Set<number>>()

  put(id: number, supplierId: number, number: string | null): void {
    this.remove(id, supplierId)
    const numbers = this.#byRecord.get(id) ?? new Map<number, string | null>()
    this.#byRecord.set(id, numbers.set(supplierId, number && normalKey(number)))
    if (number) this.#numbered(normalKey(number)).add(id)
  }

  remove(id: number, supplierId: number): void {
    const numbers = this.#byRecord.get(id)
    const number = numbers?.get(supplierId)
    numbers?.delete(supplierId)
    if (numbers?.size === 0) this.#byRecord.delete(id)
    if (number && ![...(numbers?.values() ?? [])].includes(number)) this.#forget(number, id)
  }

  removeAll(id: number): void {
    for (const supplierId of this.#byRecord.get(id)?.keys() ?? []) this.remove(id, supplierId)
  }

  /** The records that a supplier offers. */
  offeredBy(supplierId: number): number[] {
    return [...this.#byRecord].flatMap(([id, numbers]) => (numbers.has(supplierId) ? [id] : []))
  }

  withNumber(text: string): readonly number[] {
    return [...(this.#byNumber.get(normalKey(text)) ?? [])]
  }

  dump(): ReadonlyMap<number, Numbers> {
    return this.#byRecord
  }

  load(dump: ReadonlyMap<number, Numbers>): void {
    for (const [id, numbers] of dump)
      for (const [supplierId, number] of numbers) this.put(id, supplierId, number)
  }

  #numbered(number: string): Set<number> {
    const ids = this.#byNumber.get(number) ?? new Set<number>()
    this.#byNumber.set(number, ids)
    return ids
  }

  #forget(number: string, id: number): void {
    const ids = this.#byNumber.get(number)
    ids?.delete(id)
    if (ids?.size === 0) this.#byNumber.delete(number)
  }
}
