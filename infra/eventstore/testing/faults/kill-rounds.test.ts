import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { createEmbeddedVictim } from './embedded-victim.ts'
import { runKillRounds } from './kill-rounds.ts'
import { faultsIn, type Ledger } from './ledger.ts'

const kills = Number(process.env['KILLS'] ?? 6)

test(`${kills} kills under load lose, duplicate and reorder no acknowledged event`, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-kill-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  const { acknowledged, faults } = await runKillRounds(
    await createEmbeddedVictim(dataDir, 3),
    kills,
  )
  t.same(faults, [])
  t.ok(acknowledged >= kills, `${acknowledged} events acknowledged`)
})

test('the ledger detects lost, duplicate, reordered and misplaced events', async (t) => {
  const event = (id: string, revision: bigint, position: bigint, stream = 'a') => ({
    id,
    stream,
    revision,
    position,
    type: 'T',
    data: {},
    metadata: { commandId: '', user: '', at: '', v: 1 },
    writtenAt: '',
  })
  const entries = new Map([
    ['x', { stream: 'a', revision: 0n, position: 1n }],
    ['y', { stream: 'a', revision: 1n, position: 2n }],
  ])
  const ledger: Ledger = { entries, unknown: () => 0, stop: async () => undefined }
  const [x, y] = [event('x', 0n, 1n), event('y', 1n, 2n)]
  t.same(faultsIn([x, y], ledger), [])
  t.match(faultsIn([x], ledger), [/y was acknowledged and is lost/])
  t.match(faultsIn([x, y, event('y', 2n, 3n)], ledger)[0], /twice/)
  t.match(faultsIn([y, x], ledger).join(), /out of order/)
  t.match(faultsIn([x, event('y', 0n, 2n, 'b')], ledger)[0], /not where it was acknowledged/)
})
