import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { createTestService, stock } from '../testing/service.ts'

const url = '/api/componenttypes/1/offers'
const offer = { supplierArticlenumber: '2002-1', costPrice: 9.5, minimumOrder: 100, leadTime: 14 }

const traded = async (t: Parameters<typeof createTestService>[0]) => {
  const service = await createTestService(t)
  const { call, log } = service
  await stock(call)
  await call('POST', '/api/suppliers', { name: 'Sørvik', orderEmail: 's@s.example' })
  await call('PUT', '/api/componenttypes/1', {
    supplierArticlenumber: 'N-1',
    pricing: { costPrice: 10, priceFactor: 2 },
  })
  const written = () => log.events.map(({ type }) => type)
  const record = async () => (await service.commands.record(component, 1))!.item
  return { ...service, written, record }
}

test('other suppliers make their offers, change them and take them back', async (t) => {
  const { call, written } = await traded(t)
  const made = await call('PUT', `${url}/2`, offer)
  t.match(made, {
    status: 200,
    body: { data: { ...offer, supplierName: 'Sørvik', costPriceCurrency: 'NOK', unit: 'stk' } },
  })
  const changed = await call('PUT', `${url}/2`, { ...made.body.data, costPrice: 9, leadTime: null })
  t.match(changed.body.data, { ...offer, costPrice: 9, leadTime: null })
  const count = written().length
  t.equal((await call('PUT', `${url}/2`, { costPrice: 9 })).status, 200)
  t.equal(written().length, count, 'what is said again is not written')

  t.match((await call('DELETE', '/api/suppliers/2')).body, {
    code: 'IN_USE',
    error: 'Brukes av 1 komponent: Skrue M8',
  })
  t.equal((await call('DELETE', `${url}/2`)).status, 200)
  t.equal((await call('DELETE', `${url}/2`)).status, 404)
  t.equal((await call('DELETE', '/api/suppliers/2')).status, 200)
})

test('what cannot be an offer is refused by name', async (t) => {
  const { call } = await traded(t)
  const wrong = async (of: string, body: object = offer) => {
    const { status, body: answer } = await call('PUT', of, body)
    return [status, (answer['details'] as { message: string }[] | undefined)?.[0]?.message]
  }
  t.match(await wrong(`${url}/1`), [400, /^Komponenten kjøpes fra denne leverandøren fra før/])
  t.same(await wrong(`${url}/99`), [400, 'Leverandøren finnes ikke'])
  t.same(await wrong(`${url}/2`, { costPrice: -1 }), [400, 'Kostpris må være positiv'])
  t.match(await wrong('/api/componenttypes/99/offers/2'), [404])
  t.match(await wrong(`${url}/2/preferred`, {}), [404])
  await call('PUT', `${url}/2`, offer)
  t.match(await wrong('/api/componenttypes/1', { supplierId: 2 }), [400, /Gjør tilbudet foretr/])
})

test('a preferred offer changes places with what the part costs, all of it or nothing', async (t) => {
  const { call, written, record } = await traded(t)
  await call('PUT', '/api/pricing/componenttype-1', { costPrice: 12, validFrom: '2999-01-01' })
  await call('PUT', `${url}/2`, offer)
  const before = written().length
  const preferred = await call('PUT', `${url}/2/preferred`, { reason: 'Billigere' })
  t.match(preferred, {
    status: 200,
    body: {
      data: {
        supplierName: 'Sørvik',
        supplierArticlenumber: '2002-1',
        minimumOrder: 100,
        leadTime: 14,
        pricing: { costPrice: 9.5, priceFactor: 2, salesPrice: 19, coming: null },
      },
    },
  })
  t.same(written().slice(before), [
    'OfferRemoved',
    'OfferMade',
    'ItemRevised',
    'ItemPriced',
    'ItemPriced',
  ])
  const { offers, prices } = await record()
  t.match([...offers], [[1, { supplierArticlenumber: 'N-1', costPrice: '10', leadTime: null }]])
  t.same(
    prices.map(({ price }) => price.costPrice),
    ['9.5', '9.5'],
    'the former supplier’s coming price does not come',
  )

  await call('PUT', '/api/motortypes/1/offers/2', { costPrice: 5 })
  const refused = await call('PUT', '/api/motortypes/1/offers/2/preferred', {})
  t.match(refused.body['details'], [{ path: 'supplierArticlenumber' }])
  t.match((await call('PUT', '/api/motortypes/1', { notes: 'x' })).body.data, { supplierId: null })
})
