export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN

/** Milliseconds that it took; what measured itself says so. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  const measured = await work()
  return typeof measured === 'number' ? measured : performance.now() - start
}

/** Until the compiler has seen it often enough, or for half a second. */
const warmUp = async (work: () => unknown): Promise<void> => {
  const end = performance.now() + 500
  for (let times = 0; times < 50 && performance.now() < end; times++) await work()
}

/** What takes no time is done more often, for at least so long in all. */
const patience = 3_000

/**
 * The best of some rounds, each work in turn: what else the machine does befalls all alike, and the best is
 * the one it befell least.
 */
export const alternated = async <Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[]
  const best = new Map<Name, number>()
  if (rounds > 1) for (const name of names) await warmUp(works[name])
  const end = performance.now() + (rounds > 1 ? patience : 0)
  for (let round = 0; round < rounds || (round < 10 * rounds && performance.now() < end); round++)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      best.set(name, Math.min(best.get(name) ?? Infinity, await timed(works[name])))
  return Object.fromEntries(best) as Record<Name, number>
}

export const shown = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value >= 1
      ? value.toFixed(1)
      : value.toPrecision(2)
