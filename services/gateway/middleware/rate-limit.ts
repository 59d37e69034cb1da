type Bucket = { tokens: number; at: number }

const mostKeys = 50_000

/** Lets each caller through `perSecond` times a second in the long run, and `burst` times at once. */
export const createRateLimit = (perSecond: number, burst: number, now: () => number = Date.now) => {
  const known = new Map<string, Bucket>()

  const forgetFull = (time: number) => {
    for (const [key, { tokens, at }] of known)
      if (tokens + ((time - at) / 1000) * perSecond >= burst) known.delete(key)
    if (known.size >= mostKeys) known.clear()
  }

  /** Null if the caller may pass; else after how many seconds it may. */
  return (key: string): number | null => {
    const time = now()
    let bucket = known.get(key)
    if (!bucket) {
      if (known.size >= mostKeys) forgetFull(time)
      known.set(key, (bucket = { tokens: burst, at: time }))
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond)
    bucket.tokens--
    return null
  }
}
