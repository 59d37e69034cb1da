import { LRUCache } from 'lru-cache'
import { isDatabaseUnavailable } from '#kernel/database-errors.ts'

/** How old an answer may be. A change made by this process counts at once. */
const freshFor = 1000
const cached = 20_000

/** Remembers for a moment who a secret stands for. */
export const createLookUps = <Found>() => {
  const found = new LRUCache<string, Promise<Found | null>>({ max: cached, ttl: freshFor })
  return {
    find: (secret: string, read: () => Promise<Found | null>): Promise<Found | null> => {
      const known = found.get(secret)
      if (known) return known
      // Everybody passes here, and it changes nothing: a connection that broke is no reason to refuse.
      const answer = read().catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) return read()
        throw error
      })
      found.set(secret, answer)
      // A look-up that failed says nothing about the secret.
      answer.catch(() => found.delete(secret))
      return answer
    },
    forget: (): void => found.clear(),
  }
}
