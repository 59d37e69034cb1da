import { pause } from './timeout.ts'

type Options = {
  readonly when: (error: unknown) => boolean
  /** Milliseconds. */
  readonly every: number
  readonly signal: AbortSignal
}

/** Without a limit; undefined after an abort. */
export const retry = async <T>(
  run: () => Promise<T>,
  { when, every, signal }: Options,
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
