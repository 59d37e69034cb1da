import { setTimeout as delay } from 'node:timers/promises'

/** A figure, or one held against another: `ratio` is the better the larger it is, and at least `floor`. */
export type Row = {
  readonly what: string
  readonly ours: string
  readonly reference?: string
  readonly ratio?: number
  readonly floor?: number | undefined
}

export type Benchmark = (args: readonly string[]) => Promise<readonly Row[]>

export const shown = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value >= 1
      ? value.toFixed(1)
      : value.toPrecision(2)

export const isBelow = ({ ratio, floor }: Row): boolean =>
  floor !== undefined && !(ratio !== undefined && ratio >= floor)

export const rowText = (row: Row): string => {
  const { what, ours, reference = '', ratio, floor } = row
  const held = floor === undefined ? '' : `${floor}${isBelow(row) ? ' **missed**' : ''}`
  return `| ${[what, ours, reference, ratio === undefined ? '' : shown(ratio), held].join(' | ')} |`
}

type Pair = readonly [ours: number, reference: number]

const compared = (what: string, unit: string, [ours, reference]: Pair) => ({
  what,
  ours: `${shown(ours)} ${unit}`,
  reference: `${shown(reference)} ${unit}`,
})

/** Less is better: milliseconds, megabytes. */
export const less = (what: string, unit: string, pair: Pair, floor?: number): Row => ({
  ...compared(what, unit, pair),
  ratio: pair[1] / pair[0],
  floor,
})

/** More is better: so many a second. */
export const more = (what: string, unit: string, pair: Pair, floor?: number): Row => ({
  ...compared(what, unit, pair),
  ratio: pair[0] / pair[1],
  floor,
})

/** Milliseconds that it took; what measures itself answers with them. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  const measured = await work()
  return typeof measured === 'number' ? measured : performance.now() - start
}

/** The best of some rounds, each work in turn, so that what else the machine does befalls all alike. */
export const best = async <Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> => {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, Infinity])) as Record<
    Name,
    number
  >
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(works) as Name[])
      times[name] = Math.min(times[name], await timed(works[name]))
  return times
}

/** How many a second, so many workers at once. */
export const perSecond = async (
  workers: number,
  seconds: number,
  work: (worker: number) => Promise<number | void>,
): Promise<number> => {
  const start = performance.now()
  const end = start + seconds * 1000
  let total = 0
  const run = async (worker: number) => {
    while (performance.now() < end) {
      const count = (await work(worker)) ?? 1
      total += count
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)))
  return (total * 1000) / (performance.now() - start)
}

export const eventually = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await delay(10)
}
