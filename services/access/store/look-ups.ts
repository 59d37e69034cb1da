import { LRUCache } from 'lru-cache'
import { isDatabaseUnavailable } from '#kernel/database-errors.ts'

/** Milliseconds that a result is cached. Changes by this process clear the cache at once. */
const freshFor = 1000
const cached = 20_000

/** Caches whom a secret belongs to. */
export const createLookUps = <Found>() => {
  const found = new LRUCache<string, Promise<Found | null>>({ max: cached, ttl: freshFor })
  return {
    find: (secret: string, read: () => Promise<Found | null>): Promise<Found | null> => {
      const known = found.get(secret)
      if (known) return known
      // Retries once if the connection broke, since reading is safe.
      const answer = read().catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) return read()
        throw error
      })
      found.set(secret, answer)
      answer.catch(() => found.delete(secret))
      return answer
    },
    forget: (): void => found.clear(),
  }
}
