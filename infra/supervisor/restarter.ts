import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from '../postgres/start.ts'

type Running = { readonly exited: Promise<Exit>; readonly stop: (within: number) => Promise<void> }

export type Kept<R extends Running> = {
  /** The run of the moment; null between an end and the next start. */
  readonly current: () => R | null
  readonly stop: (within: number) => Promise<void>
}

type Options<R extends Running> = {
  readonly start: () => Promise<R>
  /** Told of each end that nobody asked for, and of the pause before the next start. */
  readonly ended: (exit: Exit, pause: number, failures: number) => void
  readonly started?: (run: R) => void
  readonly startFailed?: (error: unknown) => void
}

const shortest = 200
const longest = 10_000
/** A run as long as this counts as healthy, and the next end starts counting anew. */
const healthyAfter = 30_000

const didNotStart: Exit = { code: null, signal: null }

/** Starts something again whenever it ends, after pauses that grow, until it is stopped. */
export const createRestarter = async <R extends Running>(options: Options<R>): Promise<Kept<R>> => {
  let stopping = false
  let wake: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => (wake = resolve))
  let current: R | null = await options.start()
  options.started?.(current)

  const startAgain = async (): Promise<R | null> => {
    try {
      return await options.start()
    } catch (error) {
      options.startFailed?.(error)
      return null
    }
  }

  const keep = async () => {
    let failures = 0
    while (!stopping) {
      const began = Date.now()
      const exit = (await current?.exited) ?? didNotStart
      current = null
      if (stopping) return
      failures = Date.now() - began > healthyAfter ? 1 : failures + 1
      const pause = Math.min(longest, shortest * 2 ** (failures - 1))
      options.ended(exit, pause, failures)
      await Promise.race([sleep(pause, undefined, { ref: false }), stopped])
      if (stopping) return
      current = await startAgain()
      if (current) options.started?.(current)
    }
  }
  const kept = keep()

  return {
    current: () => current,
    stop: async (within) => {
      stopping = true
      wake()
      await current?.stop(within)
      await kept
      // One that was being started when the stop came.
      await current?.stop(within)
    },
  }
}
