import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { createTestService } from '../testing/service.ts'

test('what was deleted comes back under its id, but for what was erased or has gone since', async (t) => {
  const { call, commands, log, model } = await createTestService(t)
  await call('POST', '/api/suppliers', { name: 'Festo', orderEmail: 'a@b.no' })
  await call('POST', '/api/suppliers', { name: 'Ahlsell', orderEmail: 'a@b.no' })
  const pricing = { costPrice: 10, priceFactor: 1.4, validFrom: '2026-01-01' }
  const made = { description: 'Skrue', notes: 'x', supplierId: 1, pricing }
  await call('POST', '/api/componenttypes', made)
  await call('PUT', '/api/componenttypes/1', { pricing: { costPrice: 12 } })
  const held = await commands.record(component, 1)
  t.equal((await call('POST', '/api/componenttypes/2/reinstate', {})).status, 404)
  await call('DELETE', '/api/componenttypes/1')

  const back = await call('POST', '/api/componenttypes/1/reinstate', {})
  t.match(back, { status: 200, body: { data: { id: 1, ...made, pricing: { costPrice: 12 } } } })
  const after = await commands.record(component, 1)
  t.same(after?.item.values, held?.item.values)
  const prices = (found: typeof held) =>
    found?.item.prices.map(({ from, price }) => ({ from, price }))
  t.same(prices(after), prices(held))
  t.equal(after?.item.createdAt, held?.item.createdAt)
  const { length } = log.events
  t.equal((await call('POST', '/api/componenttypes/1/reinstate', {})).status, 200)
  t.equal(log.events.length, length, 'what is there already is left alone')

  for (const path of ['/api/componenttypes/1', '/api/suppliers/1']) await call('DELETE', path)
  await call('POST', '/api/componenttypes/1/reinstate', {})
  t.equal((await commands.record(component, 1))?.item.values['supplierId'], null)
  const supplier = await call('POST', '/api/suppliers/1/reinstate', {})
  t.match(supplier.body.data, { name: 'Festo', orderEmail: '' })
  t.ok(model.records('suppliers').isLive(1))

  await call('POST', '/api/projects', { projectNumber: 'P-1', monitor1: 'M' })
  const { id } = (await call('POST', '/api/projects', { projectNumber: 'P-2', monitor1: 'M' })).body
    .data
  await call('DELETE', `/api/projects/${String(id)}`)
  const other = await call('POST', '/api/projects', { projectNumber: 'P-2', monitor1: 'N' })
  t.equal((await call('POST', `/api/projects/${String(id)}/reinstate`, {})).status, 409)
  await call('DELETE', `/api/projects/${String(other.body.data['id'])}`)
  t.equal((await call('POST', `/api/projects/${String(id)}/reinstate`, {})).status, 200)
})
