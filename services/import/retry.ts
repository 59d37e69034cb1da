import { setTimeout as sleep } from 'node:timers/promises'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { isDatabaseUnavailable } from '#kernel/database-errors.ts'

const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

const isPassing = (error: unknown): boolean =>
  error instanceof OutcomeUnknown ||
  error instanceof StoreUnavailable ||
  isDatabaseUnavailable(error)

/** Tries again while store or database do not answer; `run` is told whether it was tried before. */
export const retry = async <T>(run: (isRepeated: boolean) => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++)
    try {
      return await run(attempt > 0)
    } catch (error) {
      const pause = pauses[attempt]
      if (!isPassing(error) || pause === undefined) throw error
      await sleep(pause)
    }
}
