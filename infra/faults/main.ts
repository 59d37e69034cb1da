import { parseArgs } from 'node:util'
import { randomFrom } from '#import/testing/random.ts'
import { allFaults, diskFaults, type Fault } from './faults.ts'
import { machine } from './machine.ts'
import { noSmallDisk } from './small-disk.ts'
import { runFaults, type Outcome, type Round } from './run.ts'
import { median, percentile } from './statistics.ts'
import { type Ledger } from './ledger.ts'

const seconds = (times: readonly (number | null)[]): string => {
  const seen = times.filter((time) => time !== null)
  if (seen.length === 0) return 'never ill'
  return `${(median(seen) / 1000).toFixed(1)} s, worst ${(Math.max(...seen) / 1000).toFixed(1)} s`
}

const ofFault = (fault: string, rounds: readonly Round[]): string => {
  const those = rounds.filter((round) => round.fault === fault)
  const [known, well] = [those.map((round) => round.known), those.map((round) => round.well)]
  return `${fault.padEnd(22)} x${those.length}  known ${seconds(known).padEnd(22)} well ${seconds(well)}`
}

const timesOf = (times: Ledger['times']): string[] =>
  [...times].map(([kind, all]) => {
    const [p50, p99] = [percentile(all, 0.5), percentile(all, 0.99)]
    const worst = all.reduce((most, one) => Math.max(most, one), 0)
    return `${kind.padEnd(8)} ${all.length} answers, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
  })

const report = ({ rounds, ledger, faults }: Outcome) => {
  const { records, stale, marked, statuses, times } = ledger
  const acknowledged = [...records.values()].reduce((sum, { commands }) => sum + commands, 0)
  return [
    ...[...new Set(rounds.map(({ fault }) => fault))].map((fault) => ofFault(fault, rounds)),
    ...timesOf(times),
    `answers: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
    `${acknowledged} acknowledged commands; reads older than the reader's own write: ${marked} that said so, ${stale} that did not`,
    ...faults.slice(0, 30),
    `${faults.length} faults`,
  ].join('\n')
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '30' },
    /** Kinds (kills, frozen, connections, disk) or names ('freeze command'), separated by commas. */
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)

const chosen = (): readonly Fault[] => {
  const possible = [...allFaults, ...(noSmallDisk() === null ? diskFaults : [])]
  if (values.only === undefined) return possible
  const words = values.only.split(',')
  const unknown = words.filter(
    (word) => !possible.some(({ name, kind }) => word === name || word === kind),
  )
  if (unknown.length > 0) throw new Error(`There is no fault called ${unknown.join(', ')}.`)
  return possible.filter(({ name, kind }) => words.includes(name) || words.includes(kind))
}

/** Like cards: each once, in any order, before any comes again. */
const dealt = (faults: readonly Fault[], count: number): Fault[] => {
  const random = randomFrom(seed, -1)
  const hand: Fault[] = []
  let deck: Fault[] = []
  while (hand.length < count) {
    if (deck.length === 0) deck = [...faults]
    hand.push(...deck.splice(random.below(deck.length), 1))
  }
  return hand
}

const inSeconds = (time: number | null) => (time === null ? '-' : `${(time / 1000).toFixed(1)} s`)

/** Faults of a disk befall a system on a small one, the others one on the disk of the machine. */
const runOn = async (faults: readonly Fault[]): Promise<boolean> => {
  if (faults.length === 0) return true
  const outcome = await runFaults({
    seed,
    faults,
    crowd: { writers: 6, readers: 4, importers: 2, pause: 50 },
    onRound: ({ fault, known, well }) =>
      console.log(`${fault}: known after ${inSeconds(known)}, well after ${inSeconds(well)}`),
  })
  console.log(`seed ${seed}, ${faults.length} rounds, ${machine()}`)
  console.log(report(outcome))
  return outcome.faults.length === 0 && outcome.ledger.stale === 0
}

machine()
const faults = dealt(chosen(), Number(values.rounds))
const isWell = [
  await runOn(faults.filter(({ kind }) => kind !== 'disk')),
  await runOn(faults.filter(({ kind }) => kind === 'disk')),
].every(Boolean)
process.exit(isWell ? 0 : 1)
