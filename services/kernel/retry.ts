import { pause } from './timeout.ts'

type Ways = {
  /** Whether it may go otherwise later; what may not is thrown. */
  readonly when: (error: unknown) => boolean
  /** How long to wait in between, in milliseconds. */
  readonly every: number
  readonly signal: AbortSignal
}

/** Tries again for as long as it takes; undefined where it was told to stop. */
export const retry = async <T>(
  run: () => Promise<T>,
  { when, every, signal }: Ways,
): Promise<T | undefined> => {
  while (!signal.aborted)
    try {
      return await run()
    } catch (error) {
      if (!when(error)) throw error
      await pause(every, signal)
    }
  return undefined
}
