import { refused } from '#kernel/refused.ts'

const askEvery = 1_000
const patience = 3_000
const tickEvery = 250

/**
 * Whether a part hangs: for three seconds it answered neither the probe nor anybody else. One that is slow
 * answers somebody, and on a machine that holds this process up as well the time is not counted.
 */
export const createWatchdog = (probe: () => Promise<unknown>) => {
  const waiting = new Set<() => void>()
  let isAsking = false
  let isHanging = false
  /** When it last answered, or was asked. */
  let since = performance.now()
  let ticked = since

  const heard = (): void => {
    since = performance.now()
    isHanging = false
  }
  const ask = async (): Promise<void> => {
    isAsking = true
    since = performance.now()
    try {
      await probe()
      heard()
    } catch (error) {
      // One that is not there says so at once: whoever asks it learns that too.
      if ((error as Error).name !== 'TimeoutError') heard()
    }
    isAsking = false
  }
  const tick = (): void => {
    const now = performance.now()
    if (now - ticked > 2 * tickEvery) since = now
    ticked = now
    if (!isAsking && now - since >= askEvery) void ask()
    if (!isAsking || isHanging || now - since < patience) return
    isHanging = true
    for (const giveUp of waiting) giveUp()
  }
  const timer = setInterval(tick, tickEvery).unref()

  /** Calls `giveUp` when it begins to hang, until what is returned is called. */
  const onHang = (giveUp: () => void): (() => void) => {
    waiting.add(giveUp)
    return () => void waiting.delete(giveUp)
  }

  return {
    isHanging: () => isHanging,
    heard,
    onHang,
    /** @throws UNAVAILABLE instead of waiting for what hangs. */
    unlessHanging: async <T>(work: () => Promise<T>): Promise<T> => {
      if (isHanging) throw refused('UNAVAILABLE')
      const hangs = Promise.withResolvers<never>()
      const forget = onHang(() => hangs.reject(refused('UNAVAILABLE')))
      try {
        const result = await Promise.race([work(), hangs.promise])
        heard()
        return result
      } finally {
        forget()
      }
    },
    stop: () => clearInterval(timer),
  }
}
