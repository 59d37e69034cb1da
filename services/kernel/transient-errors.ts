import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { chainOf, isDatabaseUnavailable } from './database-errors.ts'
import { DiskFull } from './disk.ts'
import { retry } from './retry.ts'

/** Store or database did not answer: the same again may go otherwise. */
export const isTransient = (error: unknown): boolean =>
  chainOf(error).some((one) => one instanceof OutcomeUnknown || one instanceof StoreUnavailable) ||
  isDatabaseUnavailable(error)

/** Also where the disk has no room as yet. */
export const maySucceedLater = (error: unknown): boolean =>
  isTransient(error) || error instanceof DiskFull

/** Tries until store, database and disk allow it; undefined where it was told to stop. */
export const untilPossible = <T>(run: () => Promise<T>, signal: AbortSignal) =>
  retry(run, { when: maySucceedLater, every: 2_000, signal })
