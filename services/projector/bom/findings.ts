/** Sentences about items, of which each kind shows so many and counts the rest. */
export class Findings {
  readonly #named = new Map<string, string[]>()
  readonly #more = new Map<string, number>()
  readonly #shown: number

  constructor(shown = 10) {
    this.#shown = shown
  }

  /** `name` is asked for only where it is shown. */
  add(what: string, name: () => string): void {
    const named = this.#named.get(what) ?? []
    if (named.length === 0) this.#named.set(what, named)
    if (named.length < this.#shown) named.push(name())
    else this.#more.set(what, (this.#more.get(what) ?? 0) + 1)
  }

  get texts(): readonly string[] {
    return Array.from(this.#named, ([what, names]) => {
      const more = this.#more.get(what)
      return [
        ...names.map((name) => `${what}: ${name}`),
        ...(more ? [`${what}: ... og ${more} til`] : []),
      ]
    }).flat()
  }
}
