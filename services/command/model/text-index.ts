import type { Value } from '#contracts/fields.ts'
import { normalKey } from '#contracts/text.ts'

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
