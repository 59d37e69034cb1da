import { test } from 'tap'
import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { currencies } from '#contracts/pricing.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { startProjector } from '../kernel/run.ts'
import { createReadSide as readSideOn } from '../projections.ts'
import { appendTo, silent } from '../testing/query-side.ts'
import type { Given } from '../testing/read-model.ts'
import { loadModel } from './load-model.ts'
import type { BomModel } from './model.ts'
import {
  assembly,
  partLinked,
  partUnlinked,
  priced,
  registered,
  removed,
  revised,
} from '../testing/events.ts'
import { seeded, seedOf } from '../testing/random.ts'
import { readSide } from '../testing/read-side.ts'
import { untilHealth } from '../testing/until.ts'

/** What is shown of the parts, and of the assemblies with their sums. */
const shown = ({ items, costs }: BomModel) => {
  const parts = partKinds.flatMap((kind) => [...items[kind]].map((item) => [kind, ...item]))
  const assemblies = Array.from(items.subassembly, ([id, item]) => {
    const { sums, unpriced } = costs.of(id)
    return [item, currencies.map((currency) => sums.get(currency)), unpriced]
  })
  const text = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))
  return [...parts, ...assemblies].map(text).toSorted()
}

test('what one batch does to a part is shown as it ends, in whatever order', async (t) => {
  const side = await readSide(t)
  const item = (id: number) => side.bom.model().items.component.get(id)
  const price = (id: number, costPrice: string) => priced('componenttypes', id, { costPrice })
  await side.given(
    registered('suppliers', 1, { name: 'Automasjon AS', orderEmail: 'a@b.no' }),
    assembly(1, 'Linje'),
    registered('componenttypes', 1, { description: 'Bolt', supplierId: 1 }),
    partLinked(1, 'component', 1),
    price(1, '1'),
    revised('componenttypes', 1, { description: 'Skrue' }),
    price(1, '2'),
    registered('componenttypes', 2, { description: 'Mutter' }),
    price(2, '5'),
    partLinked(1, 'component', 2),
    removed('componenttypes', 2),
  )
  t.match(item(1), { identity: { description: 'Skrue' }, price: { cost: 20_000 }, supplierId: 1 })
  t.equal(side.bom.model().names.suppliers.get(1), 'Automasjon AS')
  t.equal(item(2), undefined)
  const cost = side.bom.model().costs.of(1)
  t.match([cost.sums.get('NOK')?.cost, cost.unpriced], [20_000, 1])
  await side.given(revised('suppliers', 1, { name: 'Elektro AS' }))
  t.equal(side.bom.model().names.suppliers.get(1), 'Elektro AS')
})

test('a stykkliste that was read before shows each change to its links and parts', async (t) => {
  const side = await readSide(t)
  const flat = () => {
    const { lines } = side.bom.model().flat(1)
    return lines.map(({ id, item, quantity, notes }) => [id, item?.unit, quantity, notes])
  }
  await side.given(assembly(1, 'Linje'), registered('componenttypes', 1, { description: 'Bolt' }))
  t.same(flat(), [])
  await side.given(partLinked(1, 'component', 1, { quantity: 2 }))
  t.same(flat(), [[1, 'stk', 2, null]])
  await side.given(partLinked(1, 'component', 1, { quantity: 2, notes: 'løs' }))
  t.same(flat(), [[1, 'stk', 2, 'løs']])
  await side.given(revised('componenttypes', 1, { unit: 'm' }))
  t.same(flat(), [[1, 'm', 2, 'løs']])
  await side.given(partUnlinked(1, 'component', 1))
  t.same(flat(), [])
})

test('a log that is there before the tables fills them without items, which are then loaded', async (t) => {
  const log = memoryLog()
  await appendTo(log)(
    registered('componenttypes', 1, { description: 'Bolt' }),
    registered('componenttypes', 2, { description: 'Mutter' }),
    assembly(1, 'Linje'),
    partLinked(1, 'component', 1),
    priced('componenttypes', 1, { costPrice: '3' }),
    // The clone holds what exists, which a fill has to know without items.
    assembly(2, 'Kopi'),
    {
      stream: 'assembly-2',
      type: 'AssemblyCloned',
      data: {
        assemblyId: 2,
        sourceId: 9,
        parts: [],
        subassemblies: [1, 8].map((childId) => ({
          childId,
          quantity: 2,
          notes: null,
          sortOrder: 0,
        })),
        attributes: [],
      },
    },
  )
  const url = await testDatabase(t)
  const { projections, bom } = readSideOn()
  const projector = await startProjector({ url, log, projections, report: silent })
  t.teardown(() => projector.stop())
  await untilHealth(projector)
  t.match(bom.model().items.component.get(1), {
    identity: { description: 'Bolt' },
    price: { cost: 30_000 },
  })
  t.match(
    [1, 2].map((id) => bom.model().costs.of(id).sums.get('NOK')?.cost),
    [30_000, 60_000],
  )
  t.notOk(bom.model().items.subassembly.has(8))
  t.equal([...bom.model().links.subassembly].length, 1)
})

const seed = seedOf()

test(`items that follow the log are those loaded from the tables (SEED=${seed})`, async (t) => {
  const side = await readSide(t)
  const random = seeded(seed)
  const kinds: readonly PartKind[] = ['component', 'motor', 'sensor']
  const kindOf = (id: number) => kinds[id % 3]!
  const live = new Set<number>()
  let highest = 0
  const edit = (): Given => {
    const id = random.pick([...live])
    const { entity } = linkKinds[kindOf(id ?? 0)]
    const assemblyId = 1 + random.below(4)
    const kind = random.below(100)
    if (kind < 15 || id === undefined) {
      live.add(++highest)
      return registered(linkKinds[kindOf(highest)].entity, highest, {
        description: `Del ${highest}`,
        supplierId: random.below(3) || null,
      })
    }
    if (kind < 30) return revised(entity, id, { description: `Del ${random.below(1_000)}` })
    if (kind < 50) {
      // Now and then more than a double is exact for.
      const costPrice = random.chance(0.1) ? '99999999999999.5' : String(random.below(100))
      const costPriceCurrency = random.chance(0.5) ? 'EUR' : 'NOK'
      return priced(entity, id, { costPrice, costPriceCurrency })
    }
    if (kind < 55) {
      live.delete(id)
      return removed(entity, id)
    }
    if (kind < 60)
      return revised('suppliers', 1 + random.below(2), { name: `Navn ${random.below(9)}` })
    if (kind < 63) return revised('assemblytypes', assemblyId, { name: `A${random.below(9)}` })
    return kind < 85
      ? partLinked(assemblyId, kindOf(id), id, { quantity: 1 + random.below(5) })
      : partUnlinked(assemblyId, kindOf(id), id)
  }
  await side.given(
    ...[1, 2].map((id) => registered('suppliers', id, { name: `L${id}`, orderEmail: 'a@b.no' })),
    ...[1, 2, 3, 4].map((id) => assembly(id, `A${id}`)),
  )
  for (let batch = 0; batch < 60; batch++) {
    await side.given(...Array.from({ length: 1 + random.below(8) }, edit))
    const loaded = await side.pool.transaction(loadModel)
    t.same(shown(side.bom.model()), shown(loaded))
    if (!t.passing()) return t.fail(`first difference in batch ${batch}, SEED=${seed}`)
  }
})
