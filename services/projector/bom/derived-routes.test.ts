import { bomViews, type BomSummary } from '#contracts/assembly/bom.ts'
import { test } from 'tap'
import type { Use } from '#contracts/assembly/bom-answers.ts'
import type { Comparison, CostAnswer, CostSum } from '#contracts/assembly/cost-answers.ts'
import { querySide } from '../testing/query-side.ts'
import { conveyor } from '../testing/conveyor.ts'
import { partLinked, priced, registered, removed } from '../testing/events.ts'
import { data, read } from '../testing/query.ts'

test('what is worked out from stykklister', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor)

  await t.test('where something is used, at every level', async (t) => {
    const uses = await data<Use[]>(side, '/api/componenttypes/7/where-used')
    t.same(
      uses.map((u) => [
        u.description,
        u.totalQuantity,
        u.directQuantity,
        u.level,
        u.maxLevel,
        u.via,
      ]),
      [
        ['Griper', 4, 4, 1, 1, null],
        ['Linje', 44, 0, 2, 3, 3],
        ['Celle', 20, 0, 2, 2, 3],
      ],
    )
    t.match(await data(side, '/api/assemblytypes/3/where-used'), [
      { itemId: 1, totalQuantity: 11, directQuantity: 1 },
      { itemId: 2, totalQuantity: 5 },
    ])
    t.same(await data(side, '/api/motortypes/8/where-used').then((all) => (all as Use[]).length), 2)
    t.equal((await side.get('/api/sensortypes/8/where-used')).statusCode, 404)
    await side.given(registered('sensortypes', 70, { description: 'Ikke i bruk' }))
    t.same(await data(side, '/api/sensortypes/70/where-used'), [])
    await side.given(removed('sensortypes', 70))
    t.equal((await side.get('/api/sensortypes/70/where-used')).statusCode, 404)
  })

  await t.test('costs are summed per currency, and what has no price is listed', async (t) => {
    const cost = await data<CostAnswer>(side, '/api/assemblytypes/1/cost')
    t.same(cost.totals, [
      { currency: 'NOK', cost: 55, sales: 82.5 },
      { currency: 'EUR', cost: 200, sales: 400 },
    ])
    t.match(cost, { complete: false, missingCount: 1, missing: [{ itemId: 9, totalQuantity: 3 }] })
    t.match(
      cost.lines.map(({ itemId, totals, complete }) => [itemId, totals.length, complete]),
      [
        [3, 1, true],
        [9, 0, false],
        [2, 2, true],
        [4, 0, true],
      ],
    )
    const flat = await data<CostAnswer>(side, '/api/assemblytypes/1/cost?view=flat')
    t.same(
      flat.lines.map(({ itemId, quantity, each, totals, complete }) => [
        itemId,
        quantity,
        each.map(({ currency, cost: amount }) => `${amount} ${currency}`).join(' + '),
        totals.map(({ currency, cost: amount }) => `${amount} ${currency}`).join(' + '),
        complete,
      ]),
      [
        [7, 44, '1.25 NOK', '55 NOK', true],
        [8, 2, '100 EUR', '200 EUR', true],
        [9, 3, '', '', false],
        [2, 2, '25 NOK + 100 EUR', '50 NOK + 200 EUR', true],
        [3, 11, '5 NOK', '55 NOK', true],
        [4, 1, '', '', true],
      ],
    )
    t.same({ ...flat, lines: [] }, { ...cost, lines: [] })
    t.equal((await side.get('/api/assemblytypes/1/cost?view=x')).statusCode, 400)
    t.match(await data(side, '/api/assemblytypes/cost'), [
      { itemId: 1, complete: false },
      { itemId: 2, totals: [{ cost: 25 }, { cost: 100 }] },
      { itemId: 3, totals: [{ currency: 'NOK', cost: 5 }] },
      { itemId: 4, totals: [] },
    ])
  })

  await t.test('two assemblies are compared line by line', async (t) => {
    const { counts, lines } = await data<Comparison>(side, '/api/assemblytypes/2/compare/1')
    t.same(counts, { added: 3, removed: 0, changed: 3, same: 0 })
    t.match(
      lines.filter(({ change }) => change === 'changed'),
      [
        { itemId: 7, before: 20, after: 44, difference: 24 },
        { itemId: 8, before: 1, after: 2 },
        { itemId: 3, before: 5, after: 11 },
      ],
    )
    const direct = '/api/assemblytypes/1/compare/2?view=direct'
    t.match((await data<Comparison>(side, direct)).counts, { added: 1, removed: 3, changed: 1 })
  })

  await t.test('exports are for Norwegian spreadsheets, and hold no formula', async (t) => {
    const csv = await side.get('/api/assemblytypes/1/export?view=flat&format=csv')
    const lines = csv.rawPayload.toString('utf8').split('\r\n')
    t.equal(lines[0]?.slice(0, 20), '\ufeffType;Id;Beskrivelse')
    t.equal(
      lines[1],
      'Komponent;7;"\'=1+1;""Bolt""";Feste;B-7;;Festo;Automasjon AS;44;m;2;M8;1,25;NOK;55;;',
    )
    t.match(csv.headers['content-disposition'], /filename="stykkliste Linje eksplodert.csv"/)
    const hierarchy = await side.get('/api/assemblytypes/1/export?view=hierarchy')
    t.equal(hierarchy.body.split('\r\n').length, 10)
    t.match(hierarchy.body, /;Feste;B-7;;Festo;Automasjon AS;4;40;m;M8;1,25;NOK;50;;\r\n/)
    const summary = await side.get('/api/assemblytypes/1/export?view=summary')
    t.match(summary.body, /Sum kostpris NOK;55\r\n/)
    const tables = new Set<string>()
    for (const view of bomViews) {
      tables.add((await side.get(`/api/assemblytypes/1/export?view=${view}`)).body)
      const xlsx = await side.get(`/api/assemblytypes/1/export?view=${view}&format=xlsx`)
      t.equal(xlsx.statusCode, 200)
      t.equal(xlsx.rawPayload.subarray(0, 2).toString(), 'PK')
    }
    t.equal(tables.size, bomViews.length, 'each view has a table of its own')
    t.equal((await side.get('/api/assemblytypes/1/export?view=x')).statusCode, 400)
  })

  await t.test('the list says what each costs, and is sorted by it', async (t) => {
    type Listed = { id: number; cost: CostSum }
    const listed = (query: string) => data<Listed[]>(side, `/api/assemblytypes?${query}`)
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id)
    t.match(await listed('limit=2'), [
      { id: 1, cost: { totals: [{ cost: 55 }, {}], complete: false, reasons: ['NO_PRICE'] } },
      { id: 2, cost: { complete: true, reasons: [] } },
    ])
    t.same(await listed(''), await listed('limit=1000'), 'whole as in pages')
    t.same(await ids('sort=costPrice'), [3, 2, 1, 4], 'what costs nothing is last')
    t.same(await ids('sort=salesPrice&order=desc'), [1, 2, 3, 4])
    t.same(await ids('sort=costPrice&order=desc&offset=1&limit=2&q=beskrevet'), [2, 3])

    t.same(await ids('costPrice.min=2&costPrice.max=54&sort=id'), [2, 3])
    t.same(await ids('salesPrice.max=54&salesPrice.empty=true&q=beskrevet'), [2, 3, 4])
    t.same(await ids('costPrice.empty=true'), [4])
    t.same(await ids('costPrice.empty=false&costPrice.min=55'), [1])
    t.same(await ids('asOf=2026-02-01&costPrice.min=55'), [1])
    const one = await side.get('/api/assemblytypes?costPrice.empty=false&limit=1')
    t.equal(one.headers['x-total-count'], '3')

    const before = await side.get('/api/assemblytypes')
    const again = () => side.get('/api/assemblytypes', { 'if-none-match': before.headers.etag! })
    t.equal((await again()).statusCode, 304)
    const at = '2026-03-01T12:00:00.000Z'
    await side.given({ ...priced('componenttypes', 7, { costPrice: '2.5', unit: 'm' }), at })
    t.equal((await again()).statusCode, 200, 'another when only a price has changed')
    t.match(await listed('limit=1'), [{ cost: { totals: [{ cost: 110 }, {}] } }])
    t.same((await side.get('/api/assemblytypes?asOf=2026-02-01')).body, before.body)
    t.same(await ids('asOf=2026-02-01&sort=costPrice'), [3, 2, 1, 4])
    const kg = { costPrice: '2.5', unit: 'kg' }
    await side.given({ ...priced('componenttypes', 7, kg), at }, partLinked(4, 'sensor', 9))
    t.match(await listed('sort=id'), [
      { cost: { reasons: ['NO_PRICE', 'UNIT_MISMATCH'] } },
      {},
      { cost: { totals: [], reasons: ['UNIT_MISMATCH'] } },
      { cost: { totals: [], complete: false } },
    ])
  })
})

test('a part with a list price alone lacks a price, in the summary as in the cost', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor, priced('sensortypes', 9, { costPrice: null, listPrice: '50' }))
  const { missing } = await data<CostAnswer>(side, '/api/assemblytypes/1/cost')
  t.match(missing, [{ itemId: 9, reason: 'NO_PRICE' }])
  const { summary } = await read<{ summary: BomSummary }>(side, '/api/assemblytypes/1/bom')
  t.ok(summary.warnings.includes('Mangler pris: Sensor «Føler» (id 9)'))
})

test('what costs nothing costs zero, which is no unknown cost', async (t) => {
  const side = await querySide(t)
  await side.given(...conveyor, priced('componenttypes', 7, { costPrice: '0', unit: 'm' }))
  const nothing = [{ currency: 'NOK', cost: 0, sales: 0 }]
  const { totals, lines } = await data<CostAnswer>(side, '/api/assemblytypes/3/cost')
  t.same([totals, lines[0]?.each, lines[0]?.totals], [nothing, nothing, nothing])
  const ids = async (query: string) =>
    (await data<{ id: number }[]>(side, `/api/assemblytypes?${query}`)).map(({ id }) => id)
  t.same(await ids('costPrice.max=10&sort=id'), [1, 2, 3])
  t.same(await ids('costPrice.empty=true'), [4])
  t.same(await ids('sort=costPrice'), [2, 1, 3, 4])
})
