import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'tap'
import { partKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { allPairs, type Pair } from './closure.ts'
import { explode } from './explode.ts'
import type { BomModel } from './model.ts'
import { unscaled } from './money.ts'
import { summaryOf } from './summary.ts'
import { inconsistentUses } from '../testing/inconsistent-uses.ts'
import {
  assemblyName,
  kindOf,
  pair,
  partName,
  type ReferenceModel,
} from '../testing/reference-model.ts'
import { explode as followPaths, preorder } from '../testing/naive-explode.ts'
import { seeded, seedOf } from '../testing/random.ts'
import { topOf, treePage } from './tree.ts'
import { usesOf, type FoundUse } from './queries/where-used.ts'

const assemblies = 12
const parts = 6
const expectedClosure = ({ links, live }: ReferenceModel) =>
  [...live].flatMap((ancestor) => [
    `${ancestor} ${ancestor} 1 1 0 0`,
    ...[...followPaths(links, assemblyName(ancestor))]
      .filter(([name]) => name.startsWith('a'))
      .map(
        ([name, t]) => `${ancestor} ${name.slice(1)} ${t.quantity} ${t.paths} ${t.min} ${t.max}`,
      ),
  ])
const rowText = (row: Pair) =>
  `${row.ancestor} ${row.descendant} ${row.quantity} ${row.paths} ${row.minDepth} ${row.maxDepth}`

const nameOf = ({ kind, id }: { kind: LinkKind; id: number }) =>
  kind === 'subassembly' ? assemblyName(id) : partName(id)

const flatText = (model: BomModel, id: number) =>
  explode(model, id)
    .lines.map((line) => `${nameOf(line)} ${line.quantity} ${line.level} ${line.maxLevel}`)
    .toSorted()

const expectedFlat = ({ links }: ReferenceModel, id: number) =>
  [...followPaths(links, assemblyName(id))]
    .map(([name, t]) => `${name} ${t.quantity} ${t.min} ${t.max}`)
    .toSorted()

const expectedTree = ({ links }: ReferenceModel, id: number) => {
  const rank = (name: string) =>
    name.startsWith('a') ? partKinds.length : partKinds.indexOf(kindOf(number(name)))
  const number = (name: string) => Number(name.replace(/\D/g, ''))
  return preorder(
    links,
    assemblyName(id),
    (a, b) => rank(a.to) - rank(b.to) || number(a.to) - number(b.to),
  )
}

const treeText = ({ model }: ReferenceModel, id: number, offset: number, limit: number) =>
  treePage(model, topOf(id), { offset, limit }).map(
    (line) => `${line.level} ${nameOf(line)} ${line.total}`,
  )

/** Throws at the first difference: thousands of results of tap would take longer than the model. */
const check = (beside: ReferenceModel, id: number, part: number, round: number) => {
  const { model, links, prices, live, table } = beside
  beside.settle()
  deepEqual([...table.values()].map(rowText).toSorted(), expectedClosure(beside).toSorted())
  if (round % 10 === 0)
    deepEqual(
      [...allPairs(model)].map(rowText),
      [...table.values()]
        .toSorted((a, b) => a.ancestor - b.ancestor || a.descendant - b.descendant)
        .map(rowText),
    )

  deepEqual(flatText(model, id), expectedFlat(beside, id))

  const found = followPaths(links, assemblyName(id))
  const sumOf = (kind: PartKind) =>
    [...found]
      .filter(([name]) => name.startsWith(kind))
      .reduce((sum, [, { quantity }]) => sum + quantity, 0n)
  const summary = summaryOf(model, id, explode(model, id))
  equal(String(summary.totalComponents), String(sumOf('component')))
  equal(String(summary.totalSensors), String(sumOf('sensor')))
  equal(summary.maxDepth, Math.max(0, ...[...found.values()].map(({ max }) => max)))

  const cost = [...prices].reduce(
    (sum, [priced, price]) => sum + price * (found.get(partName(priced))?.quantity ?? 0n),
    0n,
  )
  const sums = model.costs.of(id).sums.get('NOK')
  equal(unscaled(sums?.cost ?? 0), String(cost))
  equal(unscaled(sums?.sales ?? 0), String(cost * 2n))

  const users = (name: string) =>
    [...live]
      .map((user) => ({ user, totals: followPaths(links, assemblyName(user)).get(name) }))
      .filter(({ totals }) => totals)
      .map(({ user, totals }) => `${user} ${totals!.quantity} ${totals!.min} ${totals!.max}`)
      .toSorted()
  const usesText = (uses: readonly FoundUse[]) =>
    uses.map((use) => `${use.assembly} ${use.quantity} ${use.level} ${use.maxLevel}`).toSorted()
  const usedIn = usesOf(model.links, 'subassembly', id)
  deepEqual(usesText(usedIn), users(assemblyName(id)))
  const partUsedIn = usesOf(model.links, kindOf(part), part)
  deepEqual(usesText(partUsedIn), users(partName(part)))
  deepEqual([usedIn, partUsedIn].flatMap(inconsistentUses(model.links)), [])

  if (found.size > 0 && model.lineCounts.of(id) < 400) {
    const lines = expectedTree(beside, id)
    equal(model.lineCounts.of(id), lines.length)
    const offset = round % lines.length
    deepEqual(treeText(beside, id, offset, 7), lines.slice(offset, offset + 7))
  }
}

const seed = seedOf()

test(`thousands of random edits leave everything equal to following every path (SEED=${seed})`, async (t) => {
  const random = seeded(seed)
  const beside = pair()
  for (let part = 1; part <= parts; part++) beside.price(part, part * 7)
  for (let id = 1; id <= assemblies; id++) beside.register(id)
  let highest = assemblies
  let refused = 0
  let large = 0
  const quantity = () => (random.chance(0.3) ? 1_000_000 : 1 + random.below(4))

  for (let round = 0; round < 3_000; round++) {
    const live = [...beside.live]
    // A few edits to a batch, so that one batch links, unlinks and removes what overlaps.
    for (let edits = 1 + random.below(3); edits > 0; edits--) {
      const [a, b] = [random.pick([...beside.live]), random.pick([...beside.live])]
      const kind = random.below(100)
      if (kind < 45) {
        if (beside.closesCycle(a, b)) refused++
        else beside.link(a, b, quantity())
      } else if (kind < 62) {
        const link = random.pick(beside.links.filter(({ to }) => to.startsWith('a')))
        if (link) beside.unlink(Number(link.from.slice(1)), Number(link.to.slice(1)))
      } else if (kind < 75) beside.linkPart(a, 1 + random.below(parts), quantity())
      else if (kind < 85) beside.unlinkPart(a, 1 + random.below(parts))
      else if (kind < 92) beside.price(1 + random.below(parts), random.below(1_000))
      else if (kind < 96 && beside.live.size > 6) beside.remove(a)
      else {
        // A clone: everything the source holds, in a new assembly.
        beside.register(++highest)
        for (const { from, to, quantity: q } of beside.links)
          if (from === assemblyName(a)) {
            if (to.startsWith('a')) beside.link(highest, Number(to.slice(1)), Number(q))
            else beside.linkPart(highest, Number(to.replace(/\D/g, '')), Number(q))
          }
        if (beside.live.size > assemblies + 2) beside.remove(random.pick([...beside.live]))
      }
    }
    const id = random.pick(live.filter((one) => beside.live.has(one)))
    check(beside, id ?? highest, 1 + random.below(parts), round)
    if ([...beside.table.values()].some((row) => typeof row.quantity === 'bigint')) large++
  }
  t.ok(refused > 100, `${refused} cycles were asked for`)
  t.ok(large > 100, `${large} rounds had quantities beyond 2^53`)
})
