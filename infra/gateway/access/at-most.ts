import { refused } from '../../../services/kernel/refused.ts'

/** Runs so many at once, in the order asked; refuses when the queue is full. */
export const atMost = (limit: number, queue: number) => {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) {
      if (waiting.length >= queue) throw refused('TOO_MANY_REQUESTS')
      // The place is handed over by whoever is done, so that nobody can slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
