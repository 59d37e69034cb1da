/** A small seeded generator (mulberry32): the same seed gives the same edits. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  }
}

/** A new seed each run, unless SEED says which; to be printed by whoever uses it. */
export const seedOf = (environment = process.env): number =>
  Number(environment.SEED ?? Math.floor(Math.random() * 2 ** 31))
