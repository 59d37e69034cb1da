export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN

/** Milliseconds that it took. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Until the compiler has seen it often enough, or for half a second. */
const warmUp = async (work: () => unknown): Promise<void> => {
  const end = performance.now() + 500
  for (let times = 0; times < 50 && performance.now() < end; times++) await work()
}

/** Each work in turn, round after round, so that what else the machine does befalls all alike. */
export const alternated = async <Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  if (rounds > 1) for (const name of names) await warmUp(works[name])
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      times.get(name)!.push(await timed(works[name]))
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<
    Name,
    number
  >
}

export const shown = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value >= 1
      ? value.toFixed(1)
      : value.toPrecision(2)
