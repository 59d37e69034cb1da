import type { Position } from '#contracts/event-log.ts'

type Waiting = { readonly position: Position; readonly go: (reached: boolean) => void }

/** Where the read tables are, and who waits for them to get somewhere. */
export class Positions {
  #current: Position | null = null
  readonly #waiting = new Set<Waiting>()

  get current(): Position | null {
    return this.#current
  }

  moveTo(position: Position | null): void {
    this.#current = position
    for (const { position: wanted, go } of this.#waiting) if (this.#has(wanted)) go(true)
  }

  /** True once the tables hold the event at `position`; false if they do not in time. */
  async reached(position: Position, milliseconds: number): Promise<boolean> {
    if (this.#has(position)) return true
    const { promise, resolve: go } = Promise.withResolvers<boolean>()
    const waiter = { position, go }
    const timer = setTimeout(() => go(false), milliseconds)
    this.#waiting.add(waiter)
    const isThere = await promise
    clearTimeout(timer)
    this.#waiting.delete(waiter)
    return isThere
  }

  #has(position: Position): boolean {
    return this.#current !== null && this.#current >= position
  }
}
