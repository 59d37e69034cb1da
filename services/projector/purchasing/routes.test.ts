import { strFromU8, unzipSync } from 'fflate'
import { test } from 'tap'
import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { assembly, offered, partLinked, priced, registered, revised } from '../testing/events.ts'
import { component, sensor } from '#contracts/catalogue/index.ts'
import { createApp } from '#kernel/app.ts'
import { requestFor, testToken } from '#kernel/testing/requests.ts'
import { createFindModel } from '../bom/past/find-model.ts'
import { data } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'
import { purchasingRoutes } from './routes.ts'

const stock = [
  registered('suppliers', 1, {
    name: 'Kabel:Rør AS',
    orderEmail: 'k@b.no',
    website: 'https://k.no',
  }),
  registered('suppliers', 2, { name: 'KABEL/RØR AS', orderEmail: '' }),
  registered('componenttypes', 1, {
    description: 'Kabel',
    supplierArticlenumber: '=K1',
    electricalNumber: '1234567',
    unit: 'm',
    supplierId: 1,
  }),
  priced('componenttypes', 1, { costPrice: '1500', unit: '100 m' }),
  registered('componenttypes', 2, { description: 'Ørn', supplierId: 1 }),
  registered('sensortypes', 2, { description: 'Føler', supplierId: 2 }),
  priced('sensortypes', 2, { costPrice: '10', costPriceCurrency: 'EUR' }),
  registered('motortypes', 1, { supplierArticlenumber: 'M1' }),
  priced('motortypes', 1, { costPrice: '7' }),
  assembly(1, 'Linje'),
  assembly(2, 'Celle'),
  partLinked(1, 'component', 1, { quantity: 10 }),
  partLinked(1, 'component', 2),
  partLinked(1, 'motor', 1),
  partLinked(2, 'sensor', 2, { quantity: 3 }),
]
const offers = [
  // 14 and 13 per metre, and one in another currency, which may be less or more.
  offered(component, 1, 2, { costPrice: '14', unit: 'm' }),
  offered(component, 1, 3, { costPrice: '1300', unit: '100 m', minimumOrder: 50, leadTime: 7 }),
  offered(component, 1, 4, { costPrice: '1', costPriceCurrency: 'EUR', unit: 'm' }),
  offered(sensor, 2, 1, { costPrice: '5', costPriceCurrency: 'EUR', unit: 'm' }),
]
const both = 'assembly=1:2&assembly=2:1'

test('a purchase list of several assemblies', async (t) => {
  const side = await querySide(t)
  await side.given(...stock)

  await t.test('names who to order from, and what is missing first', async (t) => {
    const list = await data<Purchasing>(side, `/api/purchasing?${both}`)
    t.match(list, {
      assemblies: [
        { id: 1, name: 'Linje', times: 2 },
        { id: 2, name: 'Celle', times: 1 },
      ],
      purchases: [
        { supplier: null, lines: [{ description: 'M1', quantity: 2, sum: 14 }] },
        {
          supplier: { name: 'Kabel:Rør AS', orderEmail: 'k@b.no', website: 'https://k.no' },
          lines: [
            { description: 'Ørn', price: null, sum: null, explanation: 'Mangler kostpris' },
            {
              electricalNumber: '1234567',
              quantity: 20,
              unit: 'm',
              price: { amount: 1500, currency: 'NOK', unit: '100 m' },
              sum: 300,
            },
          ],
          totals: [{ currency: 'NOK', cost: 300 }],
          complete: false,
        },
        { supplier: { orderEmail: '' }, totals: [{ currency: 'EUR', cost: 30 }], complete: true },
      ],
      totals: [
        { currency: 'NOK', cost: 314 },
        { currency: 'EUR', cost: 30 },
      ],
      complete: false,
      missing: { supplier: 1, price: 1, unit: 0 },
    })
  })

  await t.test('names the cheapest that others ask', async (t) => {
    const names = [3, 4].map((id) => registered('suppliers', id, { name: `Andre ${id}` }))
    const later = [...names, ...offers].map((one) => ({ ...one, at: '2026-01-20T00:00:00.000Z' }))
    await side.given(...later)
    const found = async (then = '') => {
      const { purchases } = await data<Purchasing>(side, `/api/purchasing?${both}${then}`)
      return purchases.flatMap(({ lines }) => lines.flatMap(({ alternative }) => alternative ?? []))
    }
    const price = { amount: 1300, currency: 'NOK', unit: '100 m' }
    const supplier = { id: 3, name: 'Andre 3' }
    t.match(await found(), [{ supplier, price, minimumOrder: 50, leadTime: 7 }])
    t.equal((await found()).length, 1, 'metres are no pieces')
    t.same(await found('&asOf=2026-01-19'), [])
  })

  await t.test('is downloaded as one table, or with a sheet per supplier', async (t) => {
    const csv = await side.get(`/api/purchasing/export?${both}`)
    t.match(
      csv.headers['content-disposition'],
      encodeURIComponent('innkjøpsliste Linje og 1 til.csv'),
    )
    const [, first, second, third] = csv.body.split('\r\n')
    t.equal(first, ';;;Motor;1;M1;M1;;;2;stk;7;NOK;stk;14;Mangler leverandør;;')
    t.match(second, /^Kabel:Rør AS;k@b\.no;https:\/\/k\.no;Komponent;2;Ørn;.*;Mangler kostpris;;$/)
    t.match(
      third,
      /;Kabel;'=K1;;1234567;20;m;1500;NOK;100 m;300;;Andre 3: [^;]*1300 NOK per 100 m, minst 50, 7 dager;$/,
    )
    t.match(csv.body, /\r\nSum Kabel:Rør AS \(NOK\);300\r\n/)
    const xlsx = await side.get(`/api/purchasing/export?${both}&format=xlsx`)
    const book = strFromU8(unzipSync(xlsx.rawPayload)['xl/workbook.xml']!)
    const names = [...book.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name)
    t.same(names, ['Oversikt', 'Uten leverandør', 'Kabel Rør AS', 'KABEL RØR AS (2)'])
  })

  await t.test('as it was, for those who may see the past', async (t) => {
    await side.given({
      ...revised('suppliers', 1, { name: 'Nytt navn' }),
      at: '2026-02-01T00:00:00.000Z',
    })
    const then = `/api/purchasing?${both}&asOf=2026-01-15`
    const { purchases } = await data<Purchasing>(side, then)
    t.equal(purchases[1]?.supplier?.name, 'Kabel:Rør AS')
    t.equal((await side.get(then, {}, 'leser')).statusCode, 403)
    t.equal((await side.get(`/api/purchasing?${both}`, {}, 'leser')).statusCode, 200)
  })

  await t.test('what cannot be answered is refused', async (t) => {
    const asked = async (query: string) => (await side.get(`/api/purchasing?${query}`)).statusCode
    for (const query of ['', 'assembly=', 'assembly=1:0', 'assembly=1:1000001', 'assembly=x'])
      t.equal(await asked(query), 400, query)
    t.equal(await asked('assembly=1&assembly=99'), 404)
  })
})

test('a list of many assemblies as they were is read at once, however much has changed since', async (t) => {
  const side = await querySide(t)
  const { context, bom } = side
  const app = await createApp({
    name: 'purchasing',
    token: testToken,
    logLevel: 'silent',
    health: () => null,
  })
  t.teardown(() => app.close())
  purchasingRoutes(app, { ...context, findModel: createFindModel(context, bom, -1) })
  const ids = Array.from({ length: 40 }, (_, at) => at + 1)
  await side.given(
    registered(component, 1, { description: 'Skrue' }),
    ...ids.flatMap((id) => [assembly(id, `S${id}`), partLinked(id, 'component', 1)]),
    revised(component, 1, { description: 'Bolt' }),
  )
  const { writtenAt } = side.log.events.at(-2)!
  const url = `/api/purchasing?asOf=${writtenAt}&${ids.map((id) => `assembly=${id}`).join('&')}`
  const reply = await app.inject(requestFor('GET', url))
  t.equal(reply.statusCode, 200, reply.body)
  const [purchase] = reply.json<{ data: Purchasing }>().data.purchases
  t.match(purchase?.lines, [{ description: 'Skrue', quantity: 40 }])
})

test('a workbook of very many suppliers has all lines in one sheet, with their sums', async (t) => {
  const side = await querySide(t)
  const suppliers = Array.from({ length: 251 }, (_, at) => at + 1)
  await side.given(
    assembly(1, 'Linje'),
    ...suppliers.flatMap((id) => [
      registered('suppliers', id, { name: `L${id}`, orderEmail: '' }),
      registered('componenttypes', id, { description: `K${id}`, supplierId: id }),
      partLinked(1, 'component', id),
    ]),
  )
  const reply = await side.get('/api/purchasing/export?assembly=1&format=xlsx')
  const files = unzipSync(reply.rawPayload)
  t.match(strFromU8(files['xl/workbook.xml']!), /name="Oversikt".*name="Innkjøpsliste"/s)
  const sheets = Object.keys(files).filter((name) => name.startsWith('xl/worksheets/sheet'))
  t.equal(sheets.length, 2)
  const lines = strFromU8(files['xl/worksheets/sheet2.xml']!).match(/<row /g)!
  t.equal(lines.length, suppliers.length + 1, 'a heading, and every part')
})
