import { setTimeout as delay } from 'node:timers/promises'

/** One measurement, alone or compared with a reference. A larger `ratio` is better; below `floor` it fails. */
export type Row = {
  readonly what: string
  readonly ours: string
  readonly reference?: string
  readonly ratio?: number
  readonly floor?: number | undefined
}

export type Benchmark = (args: readonly string[]) => Promise<readonly Row[]>

export const formatted = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value >= 1
      ? value.toFixed(1)
      : value.toPrecision(2)

export const isBelow = ({ ratio, floor }: Row): boolean =>
  floor !== undefined && !(ratio !== undefined && ratio >= floor)

export const rowText = (row: Row): string => {
  const { what, ours, reference = '', ratio, floor } = row
  const floorText = floor === undefined ? '' : `${floor}${isBelow(row) ? ' **missed**' : ''}`
  return `| ${[what, ours, reference, ratio === undefined ? '' : formatted(ratio), floorText].join(' | ')} |`
}

type Pair = readonly [ours: number, reference: number]

const compared = (what: string, unit: string, [ours, reference]: Pair) => ({
  what,
  ours: `${formatted(ours)} ${unit}`,
  reference: `${formatted(reference)} ${unit}`,
})

/** For figures where less is better, such as milliseconds. */
export const less = (what: string, unit: string, pair: Pair, floor?: number): Row => ({
  ...compared(what, unit, pair),
  ratio: pair[1] / pair[0],
  floor,
})

/** For figures where more is better, such as events per second. */
export const more = (what: string, unit: string, pair: Pair, floor?: number): Row => ({
  ...compared(what, unit, pair),
  ratio: pair[0] / pair[1],
  floor,
})

/** Milliseconds that the work took. Work that measures itself returns its own figure. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  const measured = await work()
  return typeof measured === 'number' ? measured : performance.now() - start
}

/** The best of several rounds. The works take turns, so that other load on the machine hits all of them alike. */
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

/** Runs the workers in parallel and returns the work done per second. */
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
