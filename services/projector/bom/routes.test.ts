import { gunzipSync } from 'node:zlib'
import { test } from 'tap'
import type { HierarchyAnswer } from '#contracts/assembly/bom-answers.ts'
import type { BomItem, BomSummary } from '#contracts/assembly/bom.ts'
import { linkIdOf } from '#contracts/assembly/links.ts'
import { querySide } from '../testing/query-side.ts'
import { conveyor } from '../testing/conveyor.ts'
import { data, read } from '../testing/query.ts'
import { removed, revised } from '../testing/events.ts'

type Bom = { items: BomItem[]; summary: BomSummary }

test('the queries about assemblies', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor)

  await t.test(
    'the flat list has every item once, with its total and smallest level',
    async (t) => {
      const { items, summary } = await read<Bom>(side, '/api/assemblytypes/1/bom')
      t.same(
        items.map((i) => [i.itemType, i.itemId, i.description, i.totalQuantity, i.level, i.unit]),
        [
          ['component', 7, '=1+1;"Bolt"', 44, 2, 'm'],
          ['motor', 8, 'M-8', 2, 2, 'stk'],
          ['sensor', 9, 'Føler', 3, 1, 'stk'],
          ['assembly', 2, 'Celle', 2, 1, 'stk'],
          ['assembly', 3, 'Griper', 11, 1, 'stk'],
          ['assembly', 4, 'Tom kasse', 1, 1, 'stk'],
        ],
      )
      t.match(items[0], {
        type: 'Feste',
        manufacturerName: 'Festo',
        supplierName: 'Automasjon AS',
        supplierArticlenumber: 'B-7',
        notes: 'M8',
      })
      t.match(summary, {
        totalComponents: 44,
        totalMotors: 2,
        totalSensors: 3,
        uniqueComponents: 1,
        maxDepth: 3,
        hasCircularDependency: false,
        validationErrors: ['Leverandøren finnes ikke: Sensor «Føler» (id 9)'],
      })
      t.same(summary.warnings, [
        'Mangler leverandør: Motor «M-8» (id 8)',
        'Mangler pris: Sensor «Føler» (id 9)',
        'Tom underenhet: Sammenstilling «Tom kasse» (id 4)',
      ])
    },
  )

  await t.test(
    'the hierarchy has every occurrence, in order, with what it needs to load more',
    async (t) => {
      const answer = await read<HierarchyAnswer>(side, '/api/assemblytypes/1/bom/hierarchy')
      t.same(
        answer.items.map((i) => [i.level, i.itemId, i.quantity, i.totalQuantity, i.node, i.lines]),
        [
          [1, 3, 1, 1, '3', 1],
          [2, 7, 4, 4, null, 0],
          [1, 9, 3, 3, null, 0],
          [1, 2, 2, 2, '2', 3],
          [2, 8, 1, 2, null, 0],
          [2, 3, 5, 10, '2.3', 1],
          [3, 7, 4, 40, null, 0],
          [1, 4, 1, 1, '4', 0],
        ],
      )
      t.match(answer, { truncated: false, notice: null, totalLines: 8 })
      const page = (query: string) =>
        read<HierarchyAnswer>(side, `/api/assemblytypes/1/bom/hierarchy?${query}`)
      t.same((await page('node=2.3')).items, answer.items.slice(6, 7))
      t.same((await page('parent=2')).items, answer.items.slice(4, 6))
      t.same((await page('parent=')).totalLines, 4)
      const middle = await page('offset=4&limit=2')
      t.same(middle.items, answer.items.slice(4, 6))
      t.match(middle, { truncated: true, notice: 'Viser linje 5 til 6 av 8.' })
      t.equal((await side.get('/api/assemblytypes/1/bom/hierarchy?node=3.2')).statusCode, 404)
      t.equal((await side.get('/api/assemblytypes/1/bom/hierarchy?node=x')).statusCode, 400)
    },
  )

  await t.test('the tree is nested', async (t) => {
    t.match(await data(side, '/api/assemblytypes/2/tree'), {
      itemId: 2,
      description: 'Celle',
      lines: 3,
      truncated: false,
      children: [{ itemId: 8 }, { itemId: 3, children: [{ itemId: 7, totalQuantity: 20 }] }],
    })
  })

  await t.test('links and attributes are listed with what they link to', async (t) => {
    const links = '/api/assemblytypes/3/components'
    t.match(await data(side, links), [
      {
        id: linkIdOf('component', 3, 7),
        assemblyId: 3,
        componentId: 7,
        quantity: 4,
        notes: 'M8',
        sortOrder: 0,
      },
    ])
    t.match(await data(side, links), [{ component: { id: 7, pricing: { salesPrice: 187.5 } } }])
    t.match(await data(side, '/api/assemblytypes/2/subassemblies'), [
      { childAssemblyId: 3, parentAssemblyId: 2, quantity: 5, childAssembly: { name: 'Griper' } },
    ])
    t.same(await data(side, '/api/assemblytypes/4/motors'), [])
    t.same(await data(side, '/api/assemblytypes/4/attributes'), [])
  })

  await t.test('every query is described', async (t) => {
    type Described = { paths: Record<string, { get: { summary: string } }> }
    const { paths } = await read<Described>(side, '/internal/openapi.json')
    const mine = ['bom', 'bom/hierarchy', 'tree', 'cost', 'where-used', 'export', 'subassemblies']
    for (const path of [...mine, 'attributes'])
      t.ok(paths[`/api/assemblytypes/{id}/${path}`]?.get.summary, path)
    t.ok(paths['/api/assemblytypes/{a}/compare/{b}'])
  })

  await t.test('answers are packed for who can unpack them', async (t) => {
    for (const view of ['bom', 'bom/hierarchy', 'tree', 'cost']) {
      const url = `/api/assemblytypes/1/${view}`
      const plain = await side.get(url)
      const packed = await side.get(url, { 'accept-encoding': 'br, gzip' })
      t.match(
        [plain.headers['content-encoding'], packed.headers['content-encoding']],
        [undefined, 'gzip'],
        view,
      )
      t.equal(gunzipSync(packed.rawPayload).toString(), plain.payload, view)
      t.match(packed.headers, { vary: 'accept-encoding', etag: plain.headers.etag }, view)
      const again = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) }
      t.equal((await side.get(url, again)).statusCode, 304, view)
    }
  })

  await t.test('the same answer is not sent twice', async (t) => {
    const first = await side.get('/api/assemblytypes/1/bom')
    const again = { 'if-none-match': String(first.headers.etag) }
    t.equal((await side.get('/api/assemblytypes/1/bom', again)).statusCode, 304)
    await side.given(revised('suppliers', 1, { name: 'Automasjon Norge AS' }))
    const changed = await side.get('/api/assemblytypes/1/bom', again)
    t.equal(changed.statusCode, 200)
    t.match(changed.json<Bom>().items[0], { supplierName: 'Automasjon Norge AS' })
  })

  await t.test('an assembly that does not exist is not found, in every view', async (t) => {
    const views = ['bom', 'bom/hierarchy', 'tree', 'cost', 'where-used', 'export', 'components']
    for (const view of [...views, 'attributes', 'compare/1'])
      t.match((await side.get(`/api/assemblytypes/99/${view}`)).json(), { code: 'NOT_FOUND' })
    t.equal((await side.get('/api/assemblytypes/abc/bom')).statusCode, 404)
  })

  await t.test('a part that goes although it is linked is named as missing', async (t) => {
    await side.given(removed('motortypes', 8))
    const { items, summary } = await read<Bom>(side, '/api/assemblytypes/2/bom')
    t.match(
      items.find(({ itemType }) => itemType === 'motor'),
      { itemId: 8, description: 'Finnes ikke' },
    )
    t.same(summary.validationErrors, ['Finnes ikke: Motor (id 8)'])
    t.match(await data(side, '/api/assemblytypes/2/motors'), [{ motorId: 8, motor: null }])
  })
})
