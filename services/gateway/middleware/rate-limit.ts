import { LRUCache } from 'lru-cache'

const monotonic = () => performance.now()

/** Needs a clock that is never set back: each second back would take away the requests of one. */
export const createRateLimit = (
  perSecond: number,
  burst: number,
  now: () => number = monotonic,
) => {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 50_000 })

  /** Null if the caller may pass, else the seconds to wait. */
  return (key: string): number | null => {
    const time = now()
    const bucket = buckets.get(key) ?? { tokens: burst, at: time }
    buckets.set(key, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond)
    bucket.tokens--
    return null
  }
}
