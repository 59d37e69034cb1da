import type { DatabasePool } from 'slonik'
import type { EventLog } from '#contracts/event-log.ts'
import { isDamage } from '#kernel/database-errors.ts'
import type { Positions } from '#kernel/positions.ts'
import type { Projection } from './projection.ts'

export type ProjectorOptions = {
  readonly url: string
  readonly log: Pick<EventLog, 'readAll' | 'last' | 'follow'>
  readonly projections: readonly Projection[]
  readonly report: (error: unknown, facts: object, message: string) => void
  readonly logInfo?: (text: string) => void
  readonly batchSize?: number
  readonly today?: () => string
  /** Milliseconds before an event that cannot be applied is retried. */
  readonly retryAfter?: number
}

export type Running = Required<ProjectorOptions> & {
  readonly pool: DatabasePool
  readonly at: Positions
  readonly stopping: AbortSignal
  reason: string | null
  isReading: boolean
  isDamaged: boolean
  failures: number
  generation: string
  /** Since when, and why, the log is unreachable. */
  lost: { readonly since: number; readonly problem: string } | null
  interruption: AbortController
}

/** Call it with every database error: damage starts a refill. */
export const failed = (running: Running, error: unknown): void => {
  if (running.isDamaged || !isDamage(error)) return
  running.isDamaged = true
  running.isReading = false
  running.reason = 'Lesetabellene er skadet, og lages på nytt av hendelsesloggen.'
  running.report(error, {}, 'the read tables are damaged, and are filled anew')
  running.interruption.abort()
}
