import { randomUUID } from 'node:crypto'
import { test, type Test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { StoreUnavailable } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
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

/** 1 holds 2, which holds 3, two components and an attribute. */
const line = async (t: Test, options = {}) => {
  const service = await createTestService(t, options)
  const { call } = service
  for (const description of ['Skrue', 'Mutter'])
    await call('POST', '/api/componenttypes', { description })
  for (const name of ['Linje', 'Celle', 'Griper'])
    await call('POST', '/api/assemblytypes', { name, description: name })
  await call('POST', '/api/assemblytypes/2/components', { componentId: 2, quantity: 4, notes: 'x' })
  await call('POST', '/api/assemblytypes/2/components', { componentId: 1, sortOrder: 2 })
  await call('POST', '/api/assemblytypes/2/attributes', { description: 'Fart', value: '1' })
  await call('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: 2, quantity: 3 })
  await call('POST', '/api/assemblytypes/2/subassemblies', { childAssemblyId: 3, quantity: 5 })
  const back = (id: number, headers = {}) =>
    call('POST', `/api/assemblytypes/${id}/reinstate`, {}, headers)
  const remove = (path: string) => call('DELETE', `/api/${path}`)
  const contents = async (id: number) => {
    const { bomDetails, attributes } = (await call('PUT', `/api/assemblytypes/${id}`, {})).body.data
    return { bomDetails, attributes: attributes as { id: number }[] }
  }
  return { ...service, back, remove, contents }
}

test('an assembly comes back with what was in it, and in those that it was in', async (t) => {
  const { call, log, model, back, remove, contents } = await line(t)
  const before = [await contents(1), await contents(2)]
  const created = model.structure.get(1, 2)
  await remove('assemblytypes/2')
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  const answer = await back(2, key)
  t.match(answer, { status: 200, body: { data: { id: 2, name: 'Celle' } } })
  t.match(
    [await contents(1), await contents(2)],
    [before[0], { bomDetails: before[1]!.bomDetails }],
  )
  t.match((await contents(2)).attributes, [{ id: 20_001, description: 'Fart', value: '1' }])
  t.match(model.structure.get(1, 2), { ...created, at: String })
  const { length } = log.events
  t.same((await back(2, key)).body, answer.body, 'the same key, the same answer')
  t.equal((await back(2)).status, 200)
  t.equal(log.events.length, length, 'what is there already is left alone')
  const added = await call('POST', '/api/assemblytypes/2/attributes', {
    description: 'a',
    value: 'b',
  })
  t.equal(added.body.data['id'], 20_002, 'numbers are not given twice')

  const restarted = await createTestService(t, { log })
  t.same(restarted.model.structure.dump(), model.structure.dump())
  t.same([...restarted.model.parts.component], [...model.parts.component])
})

test('what can be cloned can be brought back, however many its lines are', async (t) => {
  const { call, log, model, positions, back, remove } = await line(t)
  const metadata = { commandId: 'x', user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const event = (type: string, data: object) => ({ id: randomUUID(), type, data, metadata })
  const ids = Array.from({ length: 2_000 }, (_, n) => n + 3)
  const made = (id: number) =>
    event('ItemRegistered', { entity: 'componenttypes', id, values: { description: `Del ${id}` } })
  for (const id of ids) await log.append(`componenttype-${id}`, [made(id)], 'none')
  const of = { assemblyId: 2, part: 'component', quantity: 1, notes: null, sortOrder: 0 }
  const links = ids.map((partId) => event('PartLinked', { ...of, partId }))
  await log.append('assembly-2', links, BigInt(model.revisionOf('assembly-2')))
  await positions.reach((await log.last())!, 60_000)
  t.equal((await call('POST', '/api/assemblytypes/2/clone', { name: 'Kopi' })).status, 201)
  await remove('assemblytypes/2')
  t.equal((await back(2)).status, 200)
  t.equal(model.parts.component.out(2).length, 2_002)
  const events = (await log.read('assembly-2')).slice(-2)
  t.same(
    events.map(({ type }) => type),
    ['ItemReinstated', 'ContentsReinstated'],
  )
})

test('an assembly that lacks what has gone since, or would close a cycle, stays away and says why', async (t) => {
  const { call, log, back, remove, contents } = await line(t)
  const before = await contents(1)
  for (const path of ['assemblytypes/2', 'componenttypes/2', 'assemblytypes/3']) await remove(path)
  const { length } = log.events
  t.match((await back(2)).body, {
    code: 'VALIDATION',
    error:
      'Komponenten «Mutter», sammenstillingen «Griper» er slettet siden og må hentes tilbake først.',
  })
  await call('POST', '/api/componenttypes/2/reinstate', {})
  await back(3)
  await call('POST', '/api/assemblytypes/3/subassemblies', { childAssemblyId: 1 })
  t.match((await back(2)).body, { code: 'CYCLE', error: /: (.* → )+.*/ })
  t.match(
    log.events.slice(length).filter(({ stream }) => stream === 'assembly-2'),
    [],
  )
  await remove('assemblytypes/3/subassemblies/1')
  t.equal((await back(2)).status, 200)
  t.same(await contents(1), before)
})

test('assemblies that held each other come back in any order, as far as what was in them is there', async (t) => {
  const { back, remove, contents, model } = await line(t)
  const before = await contents(1)
  for (const id of [2, 1]) await remove(`assemblytypes/${id}`)
  for (const id of [2, 1]) t.equal((await back(id)).status, 200)
  t.same(await contents(1), before, 'the inner went first and came first')
  for (const id of [2, 1]) await remove(`assemblytypes/${id}`)
  for (const id of [1, 2]) t.equal((await back(id)).status, 200)
  t.same(await contents(1), before, 'the outer had been left without it, and got it back')
  for (const id of [1, 2]) await remove(`assemblytypes/${id}`)
  t.match((await back(1)).body, { error: /^Sammenstillingen «Celle» er slettet siden/ })
  for (const id of [2, 1]) t.equal((await back(id)).status, 200)
  t.same(model.structure.parentsOf(2), [1])
})

test('an assembly that a crash left half way back is brought back whole at the next start', async (t) => {
  const log = memoryLog()
  const append = log.append.bind(log)
  const { remove, back, contents } = await line(t, { log })
  const before = await contents(1)
  await remove('assemblytypes/2')
  log.append = (stream, ...rest) =>
    stream === 'bom-structure'
      ? Promise.reject(new StoreUnavailable('cut'))
      : append(stream, ...rest)
  t.equal((await back(2)).status, 503)
  log.append = append
  const { call } = await createTestService(t, { log })
  const { body } = await call('PUT', '/api/assemblytypes/1', {})
  t.same(body.data['bomDetails'], before.bomDetails)
})
