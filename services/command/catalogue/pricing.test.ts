import { test } from 'tap'
import { createTestService, stock } from '../testing/service.ts'

const pair = { entityType: 'componenttype', entityId: 1 }
const url = '/api/pricing/componenttype-1'

test('a pair gets its price once, and what is there is not overwritten', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  t.equal((await call('PUT', url, { costPrice: 1 })).status, 404, 'there is none to change')
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call('POST', '/api/pricing', { ...pair, costPrice: i + 1 }),
    ),
  )
  const made = replies.filter(({ status }) => status === 201)
  t.equal(made.length, 1)
  for (const { status, body } of replies.filter(({ status }) => status !== 201))
    t.match([status, body], [409, { code: 'DUPLICATE' }])
  t.equal(log.events.filter(({ type }) => type === 'ItemPriced').length, 1)

  const changed = await call('PUT', url, { costPrice: 70 })
  t.match([changed.status, changed.body.data], [200, { costPrice: 70 }])
  t.equal((await call('DELETE', url)).status, 200)
  const anew = await call('POST', '/api/pricing', { ...pair, costPrice: 8, unit: 'm' })
  t.match([anew.status, anew.body.data], [201, { costPrice: 8, unit: 'm' }], 'cleared, it may be')
})

test('a price to come is not overwritten, and one of today may come before it', async (t) => {
  const now = () => new Date('2026-12-01T12:00:00.000Z')
  const { call } = await createTestService(t, { now })
  await stock(call)
  const next = { ...pair, costPrice: 120, validFrom: '2027-01-01' }
  t.equal((await call('POST', '/api/pricing', next)).status, 201)
  const again = await call('POST', '/api/pricing', { ...next, costPrice: 5 })
  t.match([again.status, again.body], [409, { code: 'DUPLICATE' }])
  const today = await call('POST', '/api/pricing', { ...pair, costPrice: 5 })
  t.match(today.body.data, { costPrice: 5, coming: { costPrice: 120, validFrom: '2027-01-01' } })
  t.equal((await call('POST', '/api/pricing', { ...pair, costPrice: 6 })).status, 409)
})

test('a price is refused and cleared as the specification says', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const unitless = await call('POST', '/api/pricing', { ...pair, unit: null })
  t.same(unitless.body['details'], [{ path: 'unit', message: 'Enhet er påkrevd' }])
  const nested = { description: 'x', pricing: { unit: null } }
  const made = await call('POST', '/api/componenttypes', nested)
  t.same(made.body['details'], [{ path: 'pricing.unit', message: 'Enhet er påkrevd' }])
  const nobody = await call('POST', '/api/pricing', { ...pair, entityId: 99 })
  t.same(nobody.body['details'], [{ path: 'entityId', message: 'Komponenten finnes ikke' }])

  await call('POST', '/api/pricing', { ...pair, costPrice: 5, listPrice: 9, priceFactor: 2 })
  const cleared = await call('PUT', '/api/componenttypes/1', {
    pricing: { costPrice: '', listPrice: '', priceFactor: '' },
  })
  t.match(cleared.body.data['pricing'], { costPrice: null, listPrice: null, priceFactor: 1 })
})

test('why a price is changed is noted of that change, and of nothing else', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  const record = '/api/componenttypes/1'
  const notes = 'ny'
  const asked = [
    ['POST', '/api/pricing', { ...pair, costPrice: 5, reason: '  Første\n avtale ' }],
    ['PUT', url, { costPrice: 5, reason: 'Ingenting nytt' }],
    ['PUT', url, { costPrice: 6 }],
    ['PUT', record, { notes, pricing: { costPrice: 7, reason: 'Indeksregulert' } }],
    ['DELETE', url, { reason: 'Utgått' }],
    ['POST', record.slice(0, -2), { description: 'x', pricing: { costPrice: 1, reason: 'Bud' } }],
  ] as const
  const before = log.events.length
  for (const [method, path, body] of asked) {
    const { status, body: answer } = await call(method, path, body)
    t.ok(status < 300, `${method} ${path}: ${status}`)
    t.notMatch(JSON.stringify(answer), 'reason')
  }
  const said = log.events.slice(before)
  t.same(
    said.map(({ type, metadata }) => [type, metadata['reason']]),
    [
      ['ItemPriced', 'Første avtale'],
      ['ItemPriced', undefined],
      ['ItemRevised', undefined],
      ['ItemPriced', 'Indeksregulert'],
      ['ItemPriced', 'Utgått'],
      ['ItemRegistered', undefined],
      ['ItemPriced', 'Bud'],
    ],
  )
  t.notMatch(JSON.stringify(said.map(({ data }) => data)), 'reason', 'it is no part of the price')
  const long = await call('PUT', url, { costPrice: 9, reason: 'x'.repeat(501) })
  t.match([long.status, long.body['details']], [400, [{ path: 'reason' }]])
})

test('a price from another day is held against what holds on that day', async (t) => {
  let time = '2026-12-31T12:00:00.000Z'
  const { call, log } = await createTestService(t, { now: () => new Date(time) })
  await stock(call)
  await call('POST', '/api/pricing', { ...pair, costPrice: 100 })
  const key = { 'idempotency-key': 'neste-ar' }
  const next = { costPrice: 120, validFrom: '2027-01-01' }
  const coming = { costPrice: 120, validFrom: '2027-01-01', unit: 'stk' }
  const first = await call('PUT', url, next, key)
  t.match(first.body.data, { costPrice: 100, validFrom: null, coming })
  t.match(log.events.at(-1)?.data, { previous: { costPrice: '100' }, validFrom: '2027-01-01' })

  const written = log.events.length
  t.match((await call('PUT', url, next)).status, 200)
  t.match((await call('PUT', url, { costPrice: 100, validFrom: null })).status, 200)
  t.equal(log.events.length, written, 'what changes nothing is not written')

  await call('PUT', url, { costPrice: 90, validFrom: '2025-01-01' })
  t.match(log.events.at(-1)?.data, { previous: null }, 'nothing held then')
  time = '2027-01-01T00:00:00.000Z'
  t.match((await call('PUT', url, { listPrice: 200 })).body.data, { costPrice: 120, coming: null })
  t.same((await call('PUT', url, next, key)).body, first.body, 'answered as it was that day')
  const known = log.events.length
  for (const said of [1, 2]) {
    await call('PUT', url, { costPrice: 120, validFrom: '2027-06-01' })
    t.equal(
      log.events.length,
      known + 1,
      `of a new day what holds anyway is written, once: ${said}`,
    )
  }
  const wrong = await call('PUT', url, { costPrice: 1, validFrom: '2027-02-30' })
  t.match(wrong.body['details'], [
    { path: 'validFrom', message: 'Må være en dato, som 2027-01-01' },
  ])
})
