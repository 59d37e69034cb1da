import { EventEmitter, once } from 'node:events'
import type { Position } from '#contracts/event-log.ts'

/** Where the read tables are, and who waits for them to get somewhere. */
export class Positions {
  current: Position | null = null
  readonly #moves = new EventEmitter().setMaxListeners(0)

  moveTo(position: Position | null): void {
    this.current = position
    this.#moves.emit('moved')
  }

  /** True once the tables hold the event at `position`; false if they do not in time. */
  async reached(position: Position, milliseconds: number): Promise<boolean> {
    const signal = AbortSignal.timeout(milliseconds)
    while (this.current === null || this.current < position) {
      await once(this.#moves, 'moved', { signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
    return true
  }
}
