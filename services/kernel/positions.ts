import { EventEmitter, once } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Position } from '#contracts/event-log.ts'

/** How far a service has come in the log, and those that wait for a later position. */
export class Positions {
  current: Position | null = null
  readonly #moves = new EventEmitter().setMaxListeners(0)
  /** Of own events, which are known before the log delivers them. */
  readonly #own = new LRUCache<Position, true>({ max: 10_000 })

  advance(position: Position | null): void {
    this.current = position
    this.#moves.emit('moved')
  }

  noteOwn(position: Position): void {
    this.#own.set(position, true)
  }

  /** Resolves to true when the position is reached, to false after the time-out. */
  async reach(position: Position, milliseconds: number): Promise<boolean> {
    const signal = AbortSignal.timeout(milliseconds)
    while (!this.#has(position) && !signal.aborted)
      await once(this.#moves, 'moved', { signal }).catch(() => undefined)
    return this.#has(position)
  }

  #has(position: Position): boolean {
    return (this.current !== null && this.current >= position) || this.#own.has(position)
  }
}
