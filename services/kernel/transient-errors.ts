import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { chainOf, isDatabaseUnavailable } from './database-errors.ts'
import { DiskFull } from './disk.ts'
import { retry } from './retry.ts'

/** What failed may succeed the next time. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
}

const passing = [OutcomeUnknown, StoreUnavailable, TryAgain]

export const isTransient = (error: unknown): boolean =>
  chainOf(error).some((one) => passing.some((kind) => one instanceof kind)) ||
  isDatabaseUnavailable(error)

export const maySucceedLater = (error: unknown): boolean =>
  isTransient(error) || error instanceof DiskFull

export const untilPossible = <T>(run: () => Promise<T>, signal: AbortSignal) =>
  retry(run, { when: maySucceedLater, every: 2_000, signal })
