import { test } from 'tap'
import type { LinkKey } from './bom-links.ts'
import { allPairs } from './closure.ts'
import { explode } from './explode.ts'
import { summaryOf } from './summary.ts'
import { pair } from '../testing/reference-model.ts'
import { levelsWithin, topOf, treePage } from './tree.ts'

const values = { quantity: 1, sortOrder: 0, notes: null }
const sub = (from: number, to: number): LinkKey => ({ kind: 'subassembly', from, to })

test('a ladder of diamonds is exact and immediate, whatever the number of paths', async (t) => {
  const beside = pair()
  const layers = 40
  for (let layer = 0; layer <= layers; layer++) {
    beside.register(3 * layer + 1)
    if (layer === layers) break
    for (const side of [2, 3]) beside.register(3 * layer + side)
  }
  for (let layer = 0; layer < layers; layer++)
    for (const side of [2, 3]) {
      beside.link(3 * layer + 1, 3 * layer + side, 1)
      beside.link(3 * layer + side, 3 * layer + 4, 3)
    }
  beside.linkPart(3 * layers + 1, 1, 1)
  const { model } = beside
  // Following every path would take for ever.
  const bottom = explode(model, 1).lines.findLast(({ kind }) => kind === 'subassembly')!
  t.equal(String(bottom.quantity), String(6n ** BigInt(layers)))
  t.equal(bottom.level, 2 * layers)
  t.ok(model.lineCounts.of(1) > 2n ** BigInt(layers))
  t.equal(treePage(model, topOf(1), { offset: 2n ** 39n, limit: 100 }).length, 100)
  t.equal(levelsWithin(model.links, 1, 1_000), 15)
})

test('a long page sorts what an assembly contains once, however often it occurs', async (t) => {
  const { model, register, link } = pair()
  const layers = 12
  for (let id = 1; id <= 2 * layers; id++) register(id)
  for (let id = 1; id <= 2 * layers - 2; id++) {
    const next = 2 * Math.ceil(id / 2) + 1
    link(id, next, 1)
    link(id, next + 1, 1)
  }
  const out = model.links.component.out.bind(model.links.component)
  const sorted = t.capture(model.links.component, 'out', out)
  t.equal(model.lineCounts.of(1), 2 ** layers - 2)
  sorted()
  t.equal(treePage(model, topOf(1), { limit: 4_000 }).length, 4_000)
  t.equal(sorted().length, 2 * (layers - 1) - 1, 'those of the last layer hold nothing')
})

test('26 products that all contain each other downwards: 16.8 million lines, 325 pairs', async (t) => {
  const beside = pair()
  for (let id = 1; id <= 26; id++) beside.register(id)
  for (let parent = 1; parent <= 26; parent++)
    for (let child = parent + 1; child <= 26; child++) beside.model.link(sub(parent, child), values)
  const pairs = [...allPairs(beside.model)].filter((row) => row.maxDepth > 0)
  t.equal(pairs.length, 325)
  t.equal(beside.model.lineCounts.of(1), 2 ** 25 - 1)
  t.equal(explode(beside.model, 1).lines.length, 25)
})

test('twenty levels of a million each are shown digit by digit', async (t) => {
  const beside = pair()
  for (let id = 1; id <= 21; id++) beside.register(id)
  for (let id = 1; id <= 20; id++) beside.link(id, id + 1, 1_000_000)
  beside.settle()
  t.equal(String(beside.table.get('1 21')?.quantity), `1${'0'.repeat(120)}`)
  t.equal(beside.table.get('1 10')?.quantity, 10n ** 54n)
})

test('a cycle in the data ends nothing: it is named, and the rest is still there', async (t) => {
  const { model, register } = pair()
  for (const [id, name] of ['Linje', 'Celle', 'Griper'].entries()) register(id + 1, name)
  for (const [parent, child] of [
    [1, 2],
    [2, 3],
    [3, 1],
  ] as const)
    model.link(sub(parent, child), values)
  model.link({ kind: 'motor', from: 3, to: 9 }, values)
  const summary = summaryOf(model, 1, explode(model, 1))
  t.equal(summary.hasCircularDependency, true)
  t.same(summary.validationErrors, [
    'Sirkulær avhengighet: Linje → Celle → Griper → Linje',
    'Finnes ikke: Motor (id 9)',
  ])
  t.equal(treePage(model, topOf(1), { limit: 100 }).length, 4)
  const written = [...model.closureChanges!.settle(model)].flatMap(({ changed }) => changed)
  t.ok(
    written.some((row) => row.ancestor === row.descendant && row.maxDepth > 0),
    "the table's constraint meets a self row with a depth",
  )
})

test('a warning about very many parts groups the digits of how many more there are', async (t) => {
  const { model, register, linkPart } = pair()
  register(1)
  for (let part = 1; part <= 3 * 1_100; part++) linkPart(1, part, 1)
  const { warnings } = summaryOf(model, 1, explode(model, 1))
  t.match(warnings.at(-1), /^Mangler leverandør: \.\.\. og \d \d{3} til$/)
})
