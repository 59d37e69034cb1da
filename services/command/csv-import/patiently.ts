import { setTimeout as pause } from 'node:timers/promises'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'

const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Tries again while the store does not answer. From the second time on nobody knows whether the first
 * got through, so `run` is told to look.
 */
export const patiently = async (
  isUnsure: boolean,
  run: (isUnsure: boolean) => Promise<void>,
): Promise<void> => {
  for (let attempt = 0; ; attempt++)
    try {
      return await run(isUnsure || attempt > 0)
    } catch (error) {
      const isStore = error instanceof OutcomeUnknown || error instanceof StoreUnavailable
      const wait = pauses[attempt]
      if (!isStore || wait === undefined) throw error
      await pause(wait)
    }
}
