import { sql } from 'slonik'
import { RowChanges } from '#projector/assembly/row-changes.ts'
import { writeRows } from '#projector/assembly/write-rows.ts'
import { pairsIn, type ClosureChange } from '#projector/bom/closure.ts'
import { writeChanges } from '#projector/bom/closure-table.ts'
import { Dirty } from '#projector/bom/dirty.ts'
import { scaled } from '#projector/bom/numbers.ts'
import { rebuildClosure } from '#projector/bom/rebuild-closure.ts'
import { graph as structure } from '#command/structure/graph.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { kindOfPart, levelOf, levelStarts, parentNear, type BomCatalogue } from './bom-catalogue.ts'
import type { Bench } from './bom-tables.ts'
import { median, percentile, shown, timed } from './measuring.ts'

const batchSize = 500
/** Of rebuilds and edits in turns: the best of each counts, as for the reads. */
const rounds = 5

const below = (limit: number) => Math.floor(Math.random() * limit)

/** Links added (35 %), removed (30 %) and changed (35 %) at random, downwards, so that no circle arises. */
export const editBatch = async ({ bom, pool }: Bench, { size }: BomCatalogue): Promise<number> => {
  const model = bom.model()
  const { subs, assemblies } = model.graph
  const starts = levelStarts(size)
  const changes = new RowChanges()
  const dirty = new Dirty()
  model.dirty = dirty
  for (let edit = 0; edit < batchSize; edit++) {
    const kind = Math.random()
    const values = { quantity: 1 + below(9), sortOrder: 0, notes: null }
    if (kind < 0.35) {
      const childId = starts[1]! + below(size.assemblies - starts[1]! + 1)
      const level = levelOf(starts, childId)
      const parentId = parentNear(starts, childId, level, level - 1, below(16) - 8)
      model.linkSub({ parentId, childId, ...values })
      changes.sub({ parentId, childId }, '2026-01-01T00:00:00Z')
      continue
    }
    const link = below(size.subLinks)
    if (subs.find(subs.from[link]!, subs.to[link]!) < 0) continue
    const key = {
      parentId: assemblies.ids[subs.from[link]!]!,
      childId: assemblies.ids[subs.to[link]!]!,
    }
    if (kind < 0.65) model.unlinkSub(key)
    else model.linkSub({ ...key, ...values })
    changes.sub(key, null)
  }
  model.dirty = null
  let pairs = 0
  const counted = function* (pieces: Iterable<ClosureChange>) {
    for (const piece of pieces) {
      pairs += pairsIn(piece)
      yield piece
    }
  }
  await pool.transaction(async (tx) => {
    await writeRows(tx, model, changes)
    await writeChanges(tx, counted(dirty.settle(model)))
  })
  return pairs
}

const editLinks = async (bench: Bench, catalogue: BomCatalogue, batches: number) => {
  let pairs = 0
  const time = await timed(async () => {
    for (let batch = 0; batch < batches; batch++) pairs += await editBatch(bench, catalogue)
  })
  return { perEdit: time / (batches * batchSize), pairsPerSecond: (pairs / time) * 1_000 }
}

/** 500 prices at once against one at a time: what they change is computed once, or each time. */
const priceChanges = ({ bom }: Bench, { size }: BomCatalogue) => {
  const { catalogue, graph, costs } = bom.model()
  const change = (id: number) => {
    const kind = kindOfPart(id)
    const item = bom.model().item(kind, id)!
    const cost = scaled(String(1 + Math.floor(Math.random() * 500)))
    bom.model().put(kind, id, { ...item, cost, sales: cost })
  }
  const settle = () => {
    for (let assembly = 0; assembly < graph.assemblies.size; assembly++)
      if (catalogue.assemblies[assembly] && !costs.isFresh(assembly)) costs.of(assembly)
  }
  const ids = Array.from(
    { length: 500 },
    (_, i) => 1 + Math.floor((i / 500) ** 2 * size.parts),
  ).filter((id) => bom.model().item(kindOfPart(id), id))
  settle()
  const one = performance.now()
  for (const id of ids) {
    change(id)
    settle()
  }
  const merged = performance.now()
  for (const id of ids) change(id)
  settle()
  return { oneByOne: merged - one, atOnce: performance.now() - merged }
}

/** The command service's own graph: may this assembly contain that one? */
const circleChecks = async ({ client }: Bench, { size, subs, top }: BomCatalogue) => {
  const graph = structure()
  const link = { quantity: 1, notes: null, sortOrder: 0, at: '' }
  for (const { from, to } of subs) graph.link(from, to, link)
  const check = (parent: number, child: number) => {
    const start = process.hrtime.bigint()
    graph.judge(parent, child, bomLimits)
    return Number(process.hrtime.bigint() - start) / 1_000
  }
  const checks = 20_000
  const valid: number[] = []
  const circular: number[] = []
  const hardest: number[] = []
  for (let i = 0; i < checks; i++) {
    const [a, b] = [1 + below(size.assemblies), 1 + below(size.assemblies)]
    valid.push(check(Math.min(a, b), Math.max(a, b)))
    circular.push(check(Math.max(a, b), Math.min(a, b)))
    hardest.push(check(a, top))
  }
  const trips: number[] = []
  for (let i = 0; i < 2_000; i++)
    trips.push((await timed(() => client.query('select $1::int = $2::int', [i, 7]))) * 1_000)
  return { valid, circular, hardest, trips }
}

export const writeMeasures = async (
  bench: Bench,
  catalogue: BomCatalogue,
): Promise<readonly string[][]> => {
  const { pool, bom, url } = bench
  const rebuilds: number[] = []
  const edited: Awaited<ReturnType<typeof editLinks>>[] = []
  for (let round = 0; round < rounds; round++) {
    rebuilds.push(await timed(() => pool.transaction((tx) => rebuildClosure(tx, url, bom.model()))))
    edited.push(await editLinks(bench, catalogue, 3))
  }
  const rebuild = Math.min(...rebuilds)
  const edits = edited.toSorted((a, b) => a.perEdit - b.perEdit)[0]!
  const rows = Number((await bench.client.query('select count(*) from bom_closure')).rows[0].count)
  await pool.query(sql.unsafe`analyze bom_closure`)
  const prices = priceChanges(bench, catalogue)
  const { valid, circular, hardest, trips } = await circleChecks(bench, catalogue)
  const micro = (times: readonly number[]) =>
    `p50 ${shown(median(times))}, p99 ${shown(percentile(times, 0.99))} µs`
  const p50 = median([...valid, ...circular])
  return [
    ['closure, rows', rows.toLocaleString('en'), '', ''],
    [
      'one link in batches of 500 / rebuild',
      shown(edits.perEdit),
      shown(rebuild),
      `1/${shown(rebuild / edits.perEdit)}`,
    ],
    ['pairs a second while editing', shown(edits.pairsPerSecond), '', ''],
    [
      '500 prices at once / one by one',
      shown(prices.atOnce),
      shown(prices.oneByOne),
      `1/${shown(prices.oneByOne / prices.atOnce)}`,
    ],
    [
      'circle check, fits',
      micro(valid),
      `round trip: ${micro(trips)}`,
      `p50 1/${shown(median(trips) / p50)}`,
    ],
    ['circle check, would close a circle', micro(circular), '', ''],
    ['circle check, the largest as child', micro(hardest), '', ''],
  ]
}
