import { test } from 'tap'
import { allFaults } from '../faults/faults.ts'
import { runFaults } from '../faults/run.ts'
import { cycleIn } from '../faults/check.ts'

const some = ['freeze projector', 'kill projector', 'freeze eventstore', 'kill eventstore']

test('no acknowledged write is lost when parts hang or end under load', async (t) => {
  const faults = some.map((name) => allFaults.find((fault) => fault.name === name)!)
  const crowd = { writers: 4, readers: 2, importers: 1, pause: 500 }
  const outcome = await runFaults({ faults, seed: 1, crowd })
  t.same(outcome.faults, [])
  t.equal(outcome.ledger.stale, 0)
  t.ok(outcome.ledger.records.size > 0)
  const frozen = outcome.rounds.filter(({ fault }) => fault.startsWith('freeze'))
  t.ok(
    frozen.every(({ detected, recovered }) => detected !== null && recovered !== null),
    'health reported each part that hung, and its recovery',
  )
})

test('a cycle is found from any starting point', async (t) => {
  const links = new Map([
    [1, [2, 3]],
    [2, [3]],
  ])
  t.equal(cycleIn(links), null)
  t.same(cycleIn(links.set(3, [2])), [1, 2, 3, 2])
})
