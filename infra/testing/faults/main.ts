import { randomFrom } from './random.ts'
import { argumentsOf } from '#infra/arguments.ts'
import { allFaults, diskFaults, type Fault } from './faults.ts'
import { smallDiskProblem } from './small-disk.ts'
import { runFaults, type Outcome } from './run.ts'

const report = ({ ledger, faults }: Outcome) => {
  const { records, stale, marked, statuses } = ledger
  const acknowledged = [...records.values()].reduce((sum, { commands }) => sum + commands, 0)
  return [
    `answers: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
    `${acknowledged} acknowledged commands; reads older than the reader's own write: ${marked} that said so, ${stale} that did not`,
    ...faults.slice(0, 30),
    `${faults.length} faults`,
  ].join('\n')
}

const usage = `Bruk: npm run faults -- [--seed <tall>] [--rounds <antall>] [--only <feil>]
Ødelegger for et eget system i bruk, og sier hva som ble borte. --only: slag (kills, frozen, connections, disk)
eller navn ('freeze command'), med komma mellom.`
const { values } = argumentsOf(usage, {
  seed: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '30' },
  only: { type: 'string' },
})
const seed = Number(values.seed)

const chosen = (): readonly Fault[] => {
  const possible = [...allFaults, ...(smallDiskProblem() === null ? diskFaults : [])]
  if (values.only === undefined) return possible
  const words = values.only.split(',')
  const unknown = words.filter(
    (word) => !possible.some(({ name, kind }) => word === name || word === kind),
  )
  if (unknown.length > 0) {
    console.error(`There is no fault called ${unknown.join(', ')}.`)
    process.exit(1)
  }
  return possible.filter(({ name, kind }) => words.includes(name) || words.includes(kind))
}

/** Every fault once in random order before any repeats. */
const shuffled = (faults: readonly Fault[], count: number): Fault[] => {
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

const runOn = async (faults: readonly Fault[]): Promise<boolean> => {
  if (faults.length === 0) return true
  const outcome = await runFaults({
    seed,
    faults,
    crowd: { writers: 6, readers: 4, importers: 2, pause: 50 },
    onRound: ({ fault, detected, recovered }) =>
      console.log(
        `${fault}: detected after ${inSeconds(detected)}, recovered after ${inSeconds(recovered)}`,
      ),
  })
  console.log(`seed ${seed}, ${faults.length} rounds`)
  console.log(report(outcome))
  return outcome.faults.length === 0 && outcome.ledger.stale === 0
}

const faults = shuffled(chosen(), Number(values.rounds))
const isWell = [
  await runOn(faults.filter(({ kind }) => kind !== 'disk')),
  await runOn(faults.filter(({ kind }) => kind === 'disk')),
].every(Boolean)
process.exit(isWell ? 0 : 1)
