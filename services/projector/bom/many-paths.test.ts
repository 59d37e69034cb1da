import { test } from 'tap'
import type { HierarchyAnswer, Use } from '#contracts/assembly/bom-answers.ts'
import type { Comparison, CostAnswer } from '#contracts/assembly/cost-answers.ts'
import { bomViews, bomLimits, type BomItem } from '#contracts/assembly/bom.ts'
import { querySide } from '../testing/query-side.ts'
import type { Given } from '../testing/read-model.ts'
import { assembly, partLinked, priced, registered, subLinked } from '../testing/events.ts'
import { data, read } from '../testing/query.ts'

const products = 26

/** Each product is in all before it. */
const crowd = (): readonly Given[] => {
  const events: Given[] = []
  for (let id = 1; id <= products; id++) events.push(assembly(id, `P${id}`))
  for (let parent = 1; parent <= products; parent++)
    for (let child = parent + 1; child <= products; child++)
      events.push(subLinked(parent, child, { quantity: 1_000 }))
  return events
}
/** How many of product `id` are in the first. */
const inFirst = (id: number) => 1_000n * 1_001n ** BigInt(id - 2)

test('sixteen million lines: everything exact, the hierarchy by levels', async (t) => {
  const side = await querySide(t)
  await side.given(...crowd())
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
  t.equal(items.at(-1)!.totalQuantity, String(inFirst(products)))
  t.ok((await data<{ truncated: boolean }>(side, '/api/assemblytypes/1/tree')).truncated)
})

test('fifty million lines: cost, uses, comparison and files are bounded, and what they say is exact', async (t) => {
  const side = await querySide(t)
  await side.given(
    ...crowd(),
    registered('componenttypes', 7, { description: 'Skrue' }),
    priced('componenttypes', 7, { costPrice: '10' }),
    partLinked(products, 'component', 7, { quantity: 3 }),
  )
  const first = '/api/assemblytypes/1'
  const screws = 3n * inFirst(products)

  const cost = await data<CostAnswer>(side, `${first}/cost`)
  t.same(cost.totals, [
    { currency: 'NOK', cost: String(10n * screws), sales: String(15n * screws) },
  ])
  const all = await data<{ totals: unknown }[]>(side, '/api/assemblytypes/cost')
  t.same(all[0]!.totals, cost.totals)

  const uses = await data<Use[]>(side, '/api/componenttypes/7/where-used')
  t.equal(uses.length, products)
  t.equal(uses.find(({ itemId }) => itemId === 1)!.totalQuantity, String(screws))
  t.equal(
    (await data<Use[]>(side, `/api/assemblytypes/${products}/where-used`)).length,
    products - 1,
  )

  const { lines } = await data<Comparison>(side, `${first}/compare/2`)
  const screw = lines.find(({ itemType }) => itemType === 'component')!
  t.equal(screw.before, String(screws))
  t.equal(screw.after, String(3n * 1_000n * 1_001n ** 23n))

  const file = async (view: string, format: string) => {
    const answer = await side.get(`${first}/export?view=${view}&format=${format}`)
    t.equal(answer.statusCode, 200, `${view} ${format}`)
    return answer
  }
  const rowsOf = async (view: string) => (await file(view, 'csv')).body.trimEnd().split('\r\n')
  const flat = await rowsOf('flat')
  t.equal(flat.length, 1 + products)
  t.ok(flat[1]!.includes(`;${screws};stk;`))
  t.ok((await rowsOf('summary')).includes(`Komponenter;${screws}`))
  const hierarchy = await rowsOf('hierarchy')
  t.equal(hierarchy.length, 1 + 500_000 + 1)
  t.match(hierarchy.at(-1), /^… 49 831 647 linjer til er ikke tatt med i denne filen/)
  for (const view of bomViews)
    t.equal((await file(view, 'xlsx')).rawPayload.subarray(0, 2).toString(), 'PK')
})
