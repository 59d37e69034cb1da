import { setTimeout as sleep } from 'node:timers/promises'

/** Ends early, without an error, when the signal comes. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

export class Late extends Error {
  override readonly name = 'Late'
}

/** What the work gives, or Late: for work that has no deadline of its own, and cannot be stopped. */
export const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`No answer within ${Math.round(ms)} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
