/**
 * A map that forgets what was not used lately: two generations, of which the older is dropped when the
 * younger is full. A Map cannot give up its oldest entry cheaply; finding it means passing every hole
 * that earlier ones left.
 */
export class Cache<Value> {
  readonly #half: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(capacity: number) {
    this.#half = Math.ceil(capacity / 2)
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#half) return
    this.#old = this.#young
    this.#young = new Map()
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
