import { parseArgs } from 'node:util'
import { randomFrom } from '#command/csv-import/testing/random.ts'
import { machine } from '#infra/bench/machine.ts'
import type { Fault } from './fault.ts'
import { allFaults } from './faults.ts'
import { report } from './report.ts'
import { runFaults } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '30' },
    /** Kinds (kills, frozen, connections) or names ('freeze command'), separated by commas. */
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)

const chosen = (): readonly Fault[] => {
  if (values.only === undefined) return allFaults
  const words = values.only.split(',')
  const unknown = words.filter(
    (word) => !allFaults.some(({ name, kind }) => word === name || word === kind),
  )
  if (unknown.length > 0) throw new Error(`There is no fault called ${unknown.join(', ')}.`)
  return allFaults.filter(({ name, kind }) => words.includes(name) || words.includes(kind))
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

machine()
const outcome = await runFaults({
  seed,
  faults: dealt(chosen(), Number(values.rounds)),
  crowd: { writers: 6, readers: 4, importers: 2, pause: 50 },
  onRound: ({ fault, known, well }) =>
    console.log(`${fault}: known after ${inSeconds(known)}, well after ${inSeconds(well)}`),
})
console.log(`seed ${seed}, ${values.rounds} rounds, ${machine()}`)
console.log(report(outcome))
process.exit(outcome.faults.length === 0 && outcome.stale === 0 ? 0 : 1)
