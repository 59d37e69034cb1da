import type { Position } from '#contracts/event-log.ts'

/** `cut`: the log no longer reaches as far as was handled. */
export type Progress = 'at the end' | 'behind' | 'stalled' | 'cut'

/**
 * Compares a subscription that has nothing to do with the end of the log. A server can be alive and yet
 * send nothing more, so one that is twice found behind at the same place has stalled.
 */
export class ProgressCheck {
  #behindAt: Position | null | undefined
  /** Once it may be a copy that lags. */
  #wasShort = false

  compare(handled: Position | null, last: Position | null): Progress {
    if (handled !== null && (last === null || last < handled)) {
      if (this.#wasShort) return 'cut'
      this.#wasShort = true
      return 'behind'
    }
    this.#wasShort = false
    if (last === handled) {
      this.#behindAt = undefined
      return 'at the end'
    }
    if (this.#behindAt === handled) return 'stalled'
    this.#behindAt = handled
    return 'behind'
  }
}
