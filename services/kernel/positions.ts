import { EventEmitter, once } from 'node:events'
import type { Position } from '#contracts/event-log.ts'

/** How far a service has come in the log, and those that wait for a later position. */
export class Positions {
  current: Position | null = null
  readonly #moves = new EventEmitter().setMaxListeners(0)

  advance(position: Position | null): void {
    this.current = position
    this.#moves.emit('moved')
  }

  /** Resolves to true when the position is reached, to false after the time-out. */
  async reach(position: Position, milliseconds: number): Promise<boolean> {
    const signal = AbortSignal.timeout(milliseconds)
    while (!this.#has(position) && !signal.aborted)
      await once(this.#moves, 'moved', { signal }).catch(() => undefined)
    return this.#has(position)
  }

  #has(position: Position): boolean {
    return this.current !== null && this.current >= position
  }
}
