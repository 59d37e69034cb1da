import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from '../postgres/processes.ts'

type Running = { readonly exited: Promise<Exit>; readonly stop: () => Promise<void> }

type Options<R extends Running> = {
  readonly start: () => Promise<R>
  /** Not called after `stop`. */
  readonly ended: (exit: Exit, pause: number, failures: number) => void
  readonly startFailed?: (error: unknown) => void
}

const minPause = 200
const maxPause = 10_000
/** After a run of this length, the count of failures starts over. */
const healthyAfter = 30_000

const didNotStart: Exit = { code: null, signal: null }

/** With exponential backoff. */
export const createRestarter = async <R extends Running>(options: Options<R>) => {
  const stopping = new AbortController()
  let current: R | null = await options.start()

  const restartForever = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const began = Date.now()
      const exit = (await current?.exited) ?? didNotStart
      current = null
      if (stopping.signal.aborted) return
      failures = Date.now() - began > healthyAfter ? 1 : failures + 1
      const pause = Math.min(maxPause, minPause * 2 ** (failures - 1))
      options.ended(exit, pause, failures)
      await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        current = await options.start()
      } catch (error) {
        options.startFailed?.(error)
      }
    }
  }
  const restarting = restartForever()

  return {
    /** Null between an exit and the next start. */
    current: () => current,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await restarting
      // A start may have been in progress.
      await current?.stop()
    },
  }
}
