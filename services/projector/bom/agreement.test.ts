import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { loadMemory } from '../kernel/apply.ts'
import type { Given } from '../testing/read-model.ts'
import { rebuildClosure } from './closure-table.ts'
import { conveyor } from '../testing/conveyor.ts'
import {
  assembly,
  partLinked,
  priced,
  registered,
  subLinked,
  subUnlinked,
} from '../testing/events.ts'
import { seeded, seedOf } from '../testing/random.ts'
import { closureIn, closureOf, readSide } from '../testing/read-side.ts'

test('a batch that touches much of the table makes it anew, with the same rows', async (t) => {
  const side = await readSide(t, 5)
  const table = () =>
    side.pool.oneFirst(
      sql.type(z.object({ file: z.string() }))`
        select pg_relation_filenode('bom_closure')::text as file`,
    )
  await side.given(...conveyor)
  const first = await table()
  await side.given(assembly(9, 'Kasse'))
  t.equal(await table(), first, 'little: changed where it is')
  await side.given(...[5, 6, 7, 8].flatMap((id) => [assembly(id, `A${id}`), subLinked(id, 1)]))
  t.not(await table(), first)
  t.same(await closureIn(side), closureOf(side.bom.model()))
  await side.given(subUnlinked(2, 3))
  t.same(await closureIn(side), closureOf(side.bom.model()))
})

const seed = seedOf()

test(`tables, model, a model loaded from the tables and a rebuild agree (SEED=${seed})`, async (t) => {
  const side = await readSide(t)
  const random = seeded(seed)
  const assemblies = 15
  const links = new Set<string>()
  await side.given(
    registered('componenttypes', 7, { description: 'Bolt' }),
    ...Array.from({ length: assemblies }, (_, i) => assembly(i + 1, `A${i + 1}`)),
  )
  for (let batch = 0; batch < 40; batch++) {
    const events: Given[] = []
    for (let edits = 0; edits < 10; edits++) {
      // Downwards only, so that no cycle arises.
      const parent = 1 + random.below(assemblies - 1)
      const child = parent + 1 + random.below(assemblies - parent)
      const key = `${parent} ${child}`
      if (random.chance(0.2))
        events.push(partLinked(parent, 'component', 7, { quantity: 1 + edits }))
      else if (links.delete(key)) events.push(subUnlinked(parent, child))
      else {
        links.add(key)
        events.push(subLinked(parent, child, { quantity: 1 + random.below(1_000_000) }))
      }
    }
    events.push(priced('componenttypes', 7, { costPrice: String(random.below(100)) }))
    await side.given(...events)
    t.same(await closureIn(side), closureOf(side.bom.model()))
  }
  const before = await closureIn(side)
  const cost = side.bom.model().costs.of(1)

  await loadMemory(side)
  t.same(closureOf(side.bom.model()), before)
  t.same(side.bom.model().costs.of(1), cost)

  await side.pool.transaction((tx) => rebuildClosure(tx, side.bom.model()))
  t.same(await closureIn(side), before)
  await side.pool.transaction((tx) => rebuildClosure(tx, side.bom.model()))
  t.same(await closureIn(side), before, 'again')
  await side.given(subLinked(assemblies - 1, assemblies))
  t.same(await closureIn(side), closureOf(side.bom.model()), 'and goes on from there')
})
