/** Deterministic random values. */
export type Random = {
  /** An integer from 0, less than `limit`. */
  readonly below: (limit: number) => number
  readonly chance: (share: number) => boolean
  readonly of: <T>(options: readonly T[]) => T
}

/** mulberry32, seeded by `seed` and `n`. */
export const randomFrom = (seed: number, n: number): Random => {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    of: (options) => options[below(options.length)]!,
  }
}
