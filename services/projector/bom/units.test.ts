import Big from 'big.js'
import { test } from 'tap'
import type { CostAnswer, CostShares, CostSum } from '#contracts/assembly/cost-answers.ts'
import type { BomItem, BomSummary } from '#contracts/assembly/bom.ts'
import { impactPath } from '#contracts/price-impact.ts'
import { querySide } from '../testing/query-side.ts'
import { assembly, partLinked, priced, registered, revised, subLinked } from '../testing/events.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { data, impactOf, read } from '../testing/query.ts'

const component = (id: number, description: string, unit: string | null) =>
  registered('componenttypes', id, { description, unit, supplierId: 1 })
const per = (id: number, costPrice: string, unit: string) =>
  priced('componenttypes', id, { costPrice, priceFactor: '2', unit })

test('prices for another unit than the part is counted in', async (t) => {
  const side = await querySide(t)
  await side.given(
    registered('suppliers', 1, { name: 'Kabel AS', orderEmail: 'a@b.no' }),
    component(1, 'Kabel', 'm'),
    per(1, '1500', '100 m'),
    component(2, 'Skrue', 'stk'),
    per(2, '12.3456', 'pr 1000'),
    component(3, 'Profil', 'm'),
    per(3, '80', 'stk'),
    component(4, 'Slange', null),
    per(4, '700', '100 m'),
    registered('motortypes', 5, { supplierArticlenumber: 'M5', supplierId: 1 }),
    priced('motortypes', 5, { costPrice: '4380', priceFactor: '1', unit: 'stk' }),
    assembly(1, 'Linje'),
    assembly(2, 'Celle'),
    partLinked(1, 'component', 1, { quantity: 20 }),
  )
  const costOf = (id: number, view = 'direct') =>
    data<CostAnswer>(side, `/api/assemblytypes/${id}/cost?view=${view}`)

  await t.test('20 m at 1,500 per 100 m are 300', async (t) => {
    const totals = [{ currency: 'NOK', cost: 300, sales: 600 }]
    for (const view of ['direct', 'flat'])
      t.match(await costOf(1, view), {
        totals,
        complete: true,
        missingCount: 0,
        unitMismatchCount: 0,
        lines: [
          { itemId: 1, quantity: 20, each: [{ cost: 15, sales: 30 }], totals, complete: true },
        ],
      })
    t.match(await data(side, '/api/assemblytypes/cost'), [
      { itemId: 1, totals, complete: true },
      {},
    ])
    const { summary } = await read<{ summary: BomSummary }>(side, '/api/assemblytypes/1/bom')
    t.same(summary.warnings, [])
    const csv = await side.get('/api/assemblytypes/1/export?view=flat')
    t.match(csv.body, /;20;m;1;;15;NOK;300;;\r\n/)
    t.match((await side.get('/api/assemblytypes/1/export?view=summary')).body, /kostpris NOK;300\r/)
  })

  await t.test('what one costs is rounded, what many cost is not made of that', async (t) => {
    await side.given(
      partLinked(2, 'component', 2),
      partLinked(2, 'motor', 5),
      subLinked(1, 2, { quantity: 20_000 }),
    )
    const totals = [{ currency: 'NOK', cost: 87_600_246.912, sales: 87_600_493.824 }]
    t.match(await costOf(1), {
      lines: [{ itemId: 1 }, { itemId: 2, each: [{ cost: 4_380.0123 }], totals }],
    })
    t.match((await costOf(1, 'flat')).lines[1], {
      itemId: 2,
      each: [{ cost: 0.0123, sales: 0.0247 }],
      totals: [{ cost: 246.912, sales: 493.824 }],
    })
  })

  await t.test('what does not convert is in no sum, and says why', async (t) => {
    await side.given(partLinked(2, 'component', 3, { quantity: 2 }))
    const explanation = 'Telles i m, men prisen gjelder stk: det kan ikke regnes om'
    const why = { reason: 'UNIT_MISMATCH', explanation }
    t.match(await costOf(2), {
      totals: [{ cost: 4_380.0123 }],
      complete: false,
      missingCount: 1,
      unitMismatchCount: 1,
      missing: [{ itemId: 3, totalQuantity: 2, ...why }],
    })
    const line = (await costOf(2)).lines.find(({ itemId }) => itemId === 3)
    t.match(line, { each: [], totals: [], complete: false, ...why })
    t.match((await costOf(1)).lines[1], { itemId: 2, complete: false, reason: 'CONTENTS' })
    t.match(await data(side, '/api/assemblytypes/cost'), [{ complete: false }, { complete: false }])
    const { summary } = await read<{ summary: BomSummary }>(side, '/api/assemblytypes/1/bom')
    t.same(summary.warnings, [
      'Ulike enheter: Komponent «Profil» (id 3) telles i m, men prisen gjelder stk: det kan ikke regnes om',
      'Antall komponenter summerer ulike enheter: m, stk',
    ])
    for (const view of ['flat', 'hierarchy']) {
      const csv = await side.get(`/api/assemblytypes/1/export?view=${view}`)
      t.match(
        csv.body.split('\r\n').find((row) => row.includes('Profil')),
        /;m;.*;;;;Telles i m, /,
      )
    }
  })

  await t.test('another unit of the part is another cost at once', async (t) => {
    await side.given(revised('componenttypes', 3, { unit: 'stk' }))
    t.match(await costOf(2), { complete: true, totals: [{ cost: 4_540.0123 }] })
    await side.given(revised('componenttypes', 1, { unit: 'cm' }))
    t.match((await costOf(1)).lines[0], { each: [{ cost: 0.15 }], totals: [{ cost: 3 }] })
  })

  await t.test('a part without a unit is counted in its price, one at a time', async (t) => {
    await side.given(partLinked(2, 'component', 4, { quantity: 3 }))
    t.match(
      (await costOf(2)).lines.find(({ itemId }) => itemId === 4),
      { each: [{ cost: 7 }], totals: [{ cost: 21 }], complete: true },
    )
    const { items } = await read<{ items: BomItem[] }>(side, '/api/assemblytypes/2/bom')
    t.same(
      items.map(({ itemId, unit }) => [itemId, unit]),
      [
        [2, 'stk'],
        [3, 'stk'],
        [4, 'm'],
        [5, 'stk'],
      ],
    )
  })

  await t.test('a price is worked through before it is saved, to the last digit', async (t) => {
    const listed = () => data<{ id: number; cost: CostSum }[]>(side, '/api/assemblytypes')
    const price = { costPriceCurrency: 'NOK' as const, priceFactor: 2 }
    const proposed = (entityId: number, costPrice: number, unit: string) => ({
      ...price,
      entityType: 'componenttype' as const,
      entityId,
      costPrice,
      unit,
    })
    const prices = [proposed(2, 99, 'pr 7'), proposed(3, 80, 'kg'), proposed(4, 70, 'm')]
    const before = await listed()
    const impact = await impactOf(side, { prices })
    t.same(await listed(), before, 'nothing is saved')
    await side.given(per(2, '99', 'pr 7'), per(3, '80', 'kg'), per(4, '70', 'm'))
    const after = await listed()
    t.equal(impact.count, 2)
    for (const { id, from, to } of impact.largest) {
      t.same(from, before.find((one) => one.id === id)?.cost)
      t.same(to, after.find((one) => one.id === id)?.cost)
    }
    t.match(impact.largest, [
      { id: 1, name: 'Linje', to: { complete: false, reasons: ['UNIT_MISMATCH'] } },
      { id: 2, from: { complete: true } },
    ])
    t.match(await impactOf(side, { prices }), { count: 0, largest: [] }, 'it is so already')
    const inMetres = { ...proposed(3, 80, 'kg'), partUnit: 'g' }
    t.match(await impactOf(side, { prices: [inMetres] }), {
      largest: [{ to: { complete: true } }, {}],
    })
  })

  await t.test('what a cost is made of adds up to it, whatever is rounded', async (t) => {
    type Totals = Pick<CostSum, 'totals'>
    await side.given(revised('componenttypes', 2, { supplierId: null }))
    const shares = await data<CostShares>(side, '/api/assemblytypes/1/cost/shares')
    const cost = await costOf(1)
    t.same(shares.totals, cost.totals)
    const { byKind, bySupplier, bySubassembly } = shares
    for (const parts of [byKind, bySupplier, bySubassembly])
      for (const key of ['cost', 'sales'] as const) {
        const sum = (all: readonly Totals[]) =>
          all.reduce((total, { totals }) => total.plus(totals[0]?.[key] ?? 0), new Big(0)).toFixed()
        t.equal(sum(parts), sum([cost]))
      }
    t.match(byKind, [
      { name: 'Motorer', complete: true },
      { name: 'Komponenter', complete: false },
    ])
    t.match(bySupplier, [
      { id: 1, name: 'Kabel AS' },
      { id: null, name: 'Uten leverandør' },
    ])
    t.match(bySubassembly, [
      { id: 2, name: 'Celle' },
      { id: null, name: 'Direkte i sammenstillingen' },
    ])
  })

  await t.test('a question about what is not there, or of half a price, is refused', async (t) => {
    const ask = (price: object) =>
      side.app.inject(requestFor('POST', impactPath, { prices: [price] }))
    const half = { entityType: 'motortype', entityId: 5, costPrice: 1 }
    const whole = { ...half, costPriceCurrency: 'NOK', priceFactor: 1, unit: 'stk' }
    const errors = (await ask(half)).json<{ details: { path: string }[] }>().details
    t.same(
      errors.map(({ path }) => path),
      ['prices.0.costPriceCurrency', 'prices.0.priceFactor', 'prices.0.unit'],
    )
    t.equal((await ask({ ...whole, listPrice: 1 })).statusCode, 400)
    t.match((await ask({ ...whole, entityId: 99 })).json(), { code: 'NOT_FOUND' })
    t.equal((await ask(whole)).statusCode, 200)
  })
})
