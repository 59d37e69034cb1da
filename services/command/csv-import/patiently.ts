import { setTimeout as pause } from 'node:timers/promises'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { DiskFull } from '../../kernel/disk.ts'
import type { Task } from './work.ts'

const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Tries again while the store does not answer, and waits for room on the disk as long as it takes. From the
 * second time on nobody knows whether the first got through, so `run` is told to look. False where it was
 * told to stop before there was room.
 */
export const patiently = async (
  { room, isCancelled }: Pick<Task, 'room' | 'isCancelled'>,
  isUnsure: boolean,
  run: (isUnsure: boolean) => Promise<void>,
): Promise<boolean> => {
  for (let attempt = 0; ;)
    try {
      await run(isUnsure || attempt > 0)
      return true
    } catch (error) {
      if (error instanceof DiskFull) {
        await room()
        if (isCancelled()) return false
        continue
      }
      const isStore = error instanceof OutcomeUnknown || error instanceof StoreUnavailable
      const wait = pauses[attempt++]
      if (!isStore || wait === undefined) throw error
      await pause(wait)
    }
}
