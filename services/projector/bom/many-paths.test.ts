import { test } from 'tap'
import type { HierarchyAnswer } from '#contracts/assembly/bom-answers.ts'
import { bomLimits, type BomItem } from '#contracts/assembly/bom.ts'
import { querySide } from '../test/query-side.ts'
import type { Given } from '../test/read-model.ts'
import { assembly, subLinked } from './testing/events.ts'
import { data, read } from './testing/reading.ts'

test('sixteen million lines: everything exact, the hierarchy by levels', async (t) => {
  const side = await querySide(t)
  const products = 26
  const events: Given[] = []
  for (let id = 1; id <= products; id++) events.push(assembly(id, `P${id}`))
  for (let parent = 1; parent <= products; parent++)
    for (let child = parent + 1; child <= products; child++)
      events.push(subLinked(parent, child, { quantity: 1_000 }))
  await side.given(...events)
  const answer = await read<HierarchyAnswer>(side, '/api/assemblytypes/1/bom/hierarchy')
  t.ok(answer.truncated)
  t.ok(answer.items.length <= bomLimits.hierarchyLines && answer.items.length > 1_000)
  t.equal(answer.totalLines, 2 ** 25 - 1)
  t.match(answer.notice, /Hierarkiet har 33 554 431 linjer. Her vises nivå 1 til 4/)
  const deep = answer.items.find(({ level, lines }) => level === 4 && Number(lines) > 0)!
  const below = await read<HierarchyAnswer>(
    side,
    `/api/assemblytypes/1/bom/hierarchy?parent=${deep.node}`,
  )
  t.equal(below.items[0]!.level, 5)
  const far = await read<HierarchyAnswer>(
    side,
    '/api/assemblytypes/1/bom/hierarchy?offset=33554430&limit=10',
  )
  t.same(
    far.items.map(({ itemId }) => itemId),
    [26],
  )
  const { items } = await read<{ items: BomItem[] }>(side, '/api/assemblytypes/1/bom')
  t.equal(items.length, products - 1)
  t.equal(items.at(-1)!.totalQuantity, String(1_000n * 1_001n ** 24n))
  t.ok((await data<{ truncated: boolean }>(side, '/api/assemblytypes/1/tree')).truncated)
})
