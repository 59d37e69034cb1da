import { EventEmitter, once } from 'node:events'
import type { Position } from '#contracts/event-log.ts'

/** The position of the read tables, and those that wait for a later one. */
export class Positions {
  current: Position | null = null
  readonly #moves = new EventEmitter().setMaxListeners(0)

  moveTo(position: Position | null): void {
    this.current = position
    this.#moves.emit('moved')
  }

  /** Resolves to true when the tables include `position`, to false after the time-out. */
  async reached(position: Position, milliseconds: number): Promise<boolean> {
    const signal = AbortSignal.timeout(milliseconds)
    while (this.current === null || this.current < position) {
      await once(this.#moves, 'moved', { signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
    return true
  }
}
