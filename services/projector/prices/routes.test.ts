import { gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { component, motor } from '#contracts/catalogue/index.ts'
import { querySide } from '../testing/query-side.ts'
import { historySchema } from '#contracts/price-history.ts'
import { testToken } from '#kernel/testing/requests.ts'
import { aPrice, priced, registered, removed } from '../testing/events.ts'

const first = aPrice({ costPrice: '10.5', priceFactor: '2' })
const second = aPrice({ costPrice: '12.25', priceFactor: '2', listPrice: '30' })

/** As an import of a price file notes it. */
const source = {
  format: 'EFO/NELFO 4.0',
  seller: 'Nordlys Elektro AS',
  sellerId: 'NO987654321MVA',
  price: '1225',
  priceUnit: 'EA',
  quantity: '10000',
  discount: '',
  priceType: 'N',
  priceDate: '20260101',
}

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

/** A component priced in January, dearer in February, gone in March; and a motor of another price. */
const story = [
  { ...registered(component, 1, { description: 'Skrue' }), at: at(0) },
  { ...priced(component, 1, first), at: at(10), user: 'kari' },
  {
    ...priced(component, 1, second, first),
    at: at(20),
    user: 'ola',
    note: { source, import: 'imp-1', file: 'pris.txt', line: 7, reason: 'Ny rammeavtale' },
  },
  { ...registered(motor, 1, { supplierArticlenumber: 'M' }), at: at(21) },
  { ...priced(motor, 1, aPrice({ costPriceCurrency: 'EUR' })), at: at(22) },
]

test('prices in force are listed and read one by one', async (t) => {
  const { get, given } = await querySide(t)
  await given(...story)
  const list = await get('/api/pricing')
  t.match(list.json(), {
    success: true,
    data: [
      { id: 'componenttype-1', costPrice: 12.25, salesPrice: 24.5, listPrice: 30 },
      { id: 'motortype-1', costPriceCurrency: 'EUR', salesPrice: 150 },
    ],
  })
  t.equal(list.headers['x-total-count'], '2')
  const tag = { 'if-none-match': String(list.headers.etag) }
  t.equal((await get('/api/pricing', tag)).statusCode, 304)
  t.match((await get('/api/pricing/componenttype-1')).json(), {
    data: {
      entityType: 'componenttype',
      entityId: 1,
      costPriceUpdatedAt: at(20),
      createdAt: at(10),
    },
  })
  for (const id of ['componenttype-2', 'sensortype-1', 'componenttype', '1', 'supplier-1'])
    t.equal((await get(`/api/pricing/${id}`)).statusCode, 404, id)
})

test('the history of a price says who, when, from what and to what, oldest first', async (t) => {
  const { get, given, log } = await querySide(t)
  await given(...story, { ...removed(component, 1), at: at(30), user: 'per' })
  const url = '/api/pricing/history?entityType=componenttype&entityId=1'
  const { data } = (await get(url)).json() as { data: Record<string, unknown>[] }
  const before = { costPrice: 10.5, costPriceCurrency: 'NOK', priceFactor: 2, listPrice: null }
  const after = { costPrice: 12.25, priceFactor: 2, listPrice: 30, salesPrice: 24.5 }
  t.match(data, [
    { at: at(10), user: 'kari', from: null, to: { ...before, salesPrice: 21, unit: 'stk' } },
    { at: at(20), user: 'ola', from: { ...before, salesPrice: 21 }, to: after },
    { at: at(30), user: 'per', from: after, to: null },
  ])
  t.same(
    data.map((one) => one['source']),
    [null, source, null],
    'and from which price file, where it came from one',
  )
  t.same(
    data.map((one) => [one['import'], one['line'], one['reason']]),
    [
      [null, null, null],
      ['imp-1', 7, 'Ny rammeavtale'],
      [null, null, null],
    ],
    'and from which line of which import, and why',
  )
  t.same(
    data.map((one) => one['via']),
    [
      { kind: 'form' },
      { kind: 'pricefile', import: 'imp-1', file: 'pris.txt', line: 7 },
      { kind: 'form' },
    ],
    'and by which way, with the name of the file',
  )
  t.same(
    data.filter((one) => !historySchema.safeParse(one).success),
    [],
    'as the API describes it',
  )
  t.equal(data[0]!['eventId'], log.events[1]!.id)
  t.equal(data[0]!['position'], String(log.events[1]!.position))
  const packed = await get(url, { 'accept-encoding': 'gzip' })
  t.match(packed.headers, { 'content-encoding': 'gzip', vary: 'accept-encoding' })
  t.same(JSON.parse(gunzipSync(packed.rawPayload).toString()).data, data, 'packed if asked for')
  const none = await get('/api/pricing/history?entityType=sensortype&entityId=99')
  t.same(none.json(), { success: true, data: [] })
  t.equal((await get('/api/pricing/history?entityType=lastebil&entityId=1')).statusCode, 400)
})

test('two accounts that have had the same name are told apart', async (t) => {
  const names = [
    { username: 'nattjobb', accountId: 'u-1', since: at(0), until: at(15) },
    { username: 'per.hansen', accountId: 'u-1', since: at(15), until: null },
    { username: 'nattjobb', accountId: 'u-2', since: at(15), until: null },
  ]
  const { get, given } = await querySide(t, testToken, async () => names)
  await given(
    { ...registered(component, 1, { description: 'Skrue' }), at: at(0) },
    { ...priced(component, 1, first), at: at(10), user: 'nattjobb' },
    { ...priced(component, 1, second, first), at: at(20), user: 'nattjobb' },
  )
  t.match((await get('/api/pricing/history')).json(), {
    data: [
      { user: 'nattjobb', userId: 'u-1', userNow: 'per.hansen' },
      { user: 'nattjobb', userId: 'u-2', userNow: null },
    ],
  })
})

test('the history of all prices can be asked for by period, user, import and entity', async (t) => {
  const { get, given } = await querySide(t)
  const late = { at: '2025-12-31T23:30:00.000Z' }
  await given(
    { ...registered(motor, 2, { supplierArticlenumber: 'N' }), ...late },
    { ...priced(motor, 2, aPrice()), ...late },
    ...story,
    { ...removed(component, 1), at: at(30), user: 'per' },
  )
  const found = async (query: string) => {
    const { data } = (await get(`/api/pricing/history?${query}`)).json<{
      data: { entityType: string; entityId: number; user: string; from: object | null }[]
    }>()
    return data.map(({ entityType, entityId, user, from }) =>
      [entityType.slice(0, 5), entityId, user, from ? 'from' : 'first'].join(' '),
    )
  }
  const [kari, ola, per] = ['compo 1 kari first', 'compo 1 ola from', 'compo 1 per from']
  t.equal((await found('')).length, 5)
  t.same(await found('entityType=componenttype'), [kari, ola, per])
  t.same(await found('user=ola'), [ola])
  t.same(await found('import=imp-1'), [ola], 'with what was before, which is of no import')
  t.same(await found(`from=${at(15)}&to=${at(20)}`), [ola])
  t.equal((await found('from=2026-01-01')).length, 5, 'a day is one in Norway')
  t.same(await found('to=2025-12-31'), [])
  t.same(await found('from=2026-01-02'), [])
  for (const query of ['from=i går', 'to=2026-02-30', 'kind=x', 'entityId=x'])
    t.equal((await get(`/api/pricing/history?${query}`)).statusCode, 400, query)
})

test('prices as of a moment are those in force then', async (t) => {
  const { get, given } = await querySide(t)
  await given(...story)
  const cost = async (moment: string) => {
    const query = `?asOf=${encodeURIComponent(moment)}`
    const one = await get(`/api/pricing/componenttype-1${query}`)
    const { data } = (await get(`/api/pricing${query}`)).json<{ data: { id: string }[] }>()
    const listed = data.find(({ id }) => id === 'componenttype-1')
    t.same(one.json<{ data?: unknown }>().data, listed, 'the list and the single price agree')
    return one.json<{ data?: { costPrice: number } }>().data?.costPrice ?? null
  }
  t.equal(await cost(at(9)), null)
  t.equal(await cost(at(10)), 10.5)
  t.equal(await cost('2026-01-01T01:19:59.999+01:00'), 10.5)
  t.equal(await cost(at(20)), 12.25)
  t.equal(await cost('2026-01-01'), 12.25, 'a day means its end')
  t.equal(await cost('2025-12-31'), null)
  for (const refused of ['2999-01-01', '2999-01-01T00:00:00Z', '0000-01-01', 'i går', ''])
    t.match((await get(`/api/pricing?asOf=${refused}`)).json(), {
      code: 'VALIDATION',
      details: [{ path: 'asOf' }],
    })

  await given({ ...removed(component, 1), at: at(30) })
  const ids = async (query: string) =>
    ((await get(`/api/pricing${query}`)).json() as { data: { id: string }[] }).data.map((p) => p.id)
  t.same(await ids(''), ['motortype-1'])
  t.same(await ids(`?asOf=${at(25)}`), ['componenttype-1', 'motortype-1'], 'it was there then')
  t.same(await ids(`?asOf=${at(31)}`), ['motortype-1'])
})

test('a moment is one of the clock of the store, not of who wrote', async (t) => {
  const { get, given } = await querySide(t)
  const late = { at: at(10), note: { writtenAt: at(50) } }
  await given(
    registered(component, 1, { description: 'Skrue' }),
    { ...priced(component, 1, first), ...late },
    { ...priced(component, 1, second, first), at: at(5), note: { writtenAt: at(55) } },
  )
  const cost = async (moment: string) =>
    (await get(`/api/pricing?asOf=${moment}`)).json<{ data: { costPrice: number }[] }>().data[0]
      ?.costPrice
  t.same(await Promise.all([at(49), at(50), at(54), at(55)].map(cost)), [
    undefined,
    10.5,
    10.5,
    12.25,
  ])
})

test('the past is for those who may see it', async (t) => {
  const { get, given } = await querySide(t)
  await given(...story)
  const past = [
    `/api/pricing?asOf=${at(10)}`,
    `/api/pricing/componenttype-1?asOf=${at(10)}`,
    '/api/pricing/history?entityType=componenttype&entityId=1',
  ]
  for (const path of past) {
    t.equal((await get(path, {}, 'leser')).statusCode, 403, path)
    t.equal((await get(path, {}, 'revisor')).statusCode, 200, path)
  }
  t.equal((await get('/api/componenttypes', {}, 'leser')).statusCode, 200)
})
