import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { chainOf, isDatabaseUnavailable } from './database-errors.ts'
import { DiskFull } from './disk.ts'
import { pause } from './timeout.ts'

/** Store or database did not answer: the same again may go otherwise. */
export const isTransient = (error: unknown): boolean =>
  chainOf(error).some((one) => one instanceof OutcomeUnknown || one instanceof StoreUnavailable) ||
  isDatabaseUnavailable(error)

/** Also where the disk has no room as yet. */
export const maySucceedLater = (error: unknown): boolean =>
  isTransient(error) || error instanceof DiskFull

const again = 2_000

/** Tries until store, database and disk allow it; undefined where it was told to stop. */
export const untilPossible = async <T>(
  run: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> => {
  while (!signal.aborted)
    try {
      return await run()
    } catch (error) {
      if (!maySucceedLater(error)) throw error
      await pause(again, signal)
    }
  return undefined
}
