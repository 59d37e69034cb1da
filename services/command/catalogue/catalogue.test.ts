import { test } from 'tap'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import { exampleOf } from './examples.ts'
import { fewOf } from './removal.ts'
import { createTestService, stock } from '../testing/service.ts'

test('a record is created with every field, and answered as a query would', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  const { status, body, headers } = await call('POST', '/api/motortypes', {
    supplierArticlenumber: ' X-1 ',
    shaft: '20',
    bracketoptions: ['høyre', '', 'venstre', 'høyre'],
    supplierId: 1,
    manufacturerId: 1,
    pricing: { costPrice: 33.3333, priceFactor: 1.1 },
  })
  t.equal(status, 201)
  const { createdAt, updatedAt, pricing, ...record } = body.data
  t.match(record, {
    id: 2,
    supplierArticlenumber: 'X-1',
    description: null,
    brake: false,
    shaft: 20,
    bracketoptions: ['høyre', 'venstre'],
    otherFiles: [],
    supplier: { id: 1, name: 'Ahlsell' },
    supplierName: 'Ahlsell',
    manufacturerName: 'Festo',
  })
  t.equal(createdAt, updatedAt)
  t.same(pricing, {
    id: 'motortype-2',
    entityType: 'motortype',
    entityId: 2,
    costPrice: 33.3333,
    costPriceCurrency: 'NOK',
    priceFactor: 1.1,
    listPrice: null,
    salesPrice: 36.6666,
    unit: 'stk',
    validFrom: null,
    coming: null,
    costPriceUpdatedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  })
  const written = log.events.filter(({ stream }) => stream === 'motortype-2')
  t.same(
    written.map(({ type }) => type),
    ['ItemRegistered', 'ItemPriced'],
    'one append',
  )
  t.match(written[1], {
    data: { price: { costPrice: '33.3333', priceFactor: '1.1' }, previous: null },
    metadata: { user: 'kari', v: 1 },
  })
  t.equal(headers['x-event-position'], String(written[1]!.position))
  t.equal(headers['etag'], '"1"')
})

test('every entity can be created with its example, changed, and deleted', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const made: [name: string, id: unknown][] = []
  for (const entity of entities) {
    const { name } = entity
    const created = await call('POST', `/api/${name}`, exampleOf(entity))
    t.equal(created.status, 201, name)
    const { id } = created.body.data
    made.push([name, id])
    const changed = await call('PUT', `/api/${name}/${String(id)}`, created.body.data)
    t.equal(changed.status, 200, `${name}: what was read may be sent back`)
    t.same(changed.body.data, created.body.data)
  }
  // The examples of later entities refer to earlier ones.
  for (const [name, id] of made.toReversed()) {
    const deleted = await call('DELETE', `/api/${name}/${String(id)}`)
    t.same([deleted.status, deleted.body], [200, { success: true, data: { id } }])
    t.equal((await call('DELETE', `/api/${name}/${String(id)}`)).status, 404)
    t.equal((await call('PUT', `/api/${name}/${String(id)}`, {})).status, 404)
  }
})

test('absent is left alone, null clears, and what changes nothing writes nothing', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  await call('PUT', '/api/componenttypes/1', { notes: 'Skru til', tags: ['a', 'b'], weight: 1.5 })
  const before = log.events.length
  const same = await call('PUT', '/api/componenttypes/1', { notes: 'Skru til', tags: ['a', 'b'] })
  t.equal(same.status, 200)
  t.equal(log.events.length, before)
  t.equal(same.headers['x-event-position'], String(log.events.at(-1)!.position))
  const { body } = await call('PUT', '/api/componenttypes/1', {
    notes: null,
    tags: [],
    supplierId: null,
  })
  t.match(body.data, { notes: null, tags: [], weight: 1.5, supplierId: null, supplierName: null })
  t.same(log.events.at(-1)!.data, {
    entity: 'componenttypes',
    id: 1,
    changes: { notes: null, tags: [], supplierId: null },
  })
})

test('a reference must exist, a file must have been uploaded for its field', async (t) => {
  const files = { '/objects/uploads/a.pdf': null, '/objects/uploads/b.pdf': 'Må være et bilde' }
  const { call } = await createTestService(t, { files })
  await stock(call)
  const wrong = await call('POST', '/api/motortypes', {
    supplierArticlenumber: '1',
    supplierId: 99,
    manufacturerId: 98,
    dataSheet: '/objects/uploads/ukjent.pdf',
    image: '/objects/uploads/b.pdf',
    otherFiles: ['/objects/uploads/a.pdf', '/objects/uploads/c.pdf'],
  })
  t.equal(wrong.status, 400)
  t.same(wrong.body['details'], [
    { path: 'supplierId', message: 'Leverandøren finnes ikke' },
    { path: 'manufacturerId', message: 'Produsenten finnes ikke' },
    { path: 'image', message: 'Må være et bilde' },
    { path: 'dataSheet', message: 'Filen må lastes opp først' },
    { path: 'otherFiles.1', message: 'Filen må lastes opp først' },
  ])
  const right = await call('PUT', '/api/motortypes/1', { dataSheet: '/objects/uploads/a.pdf' })
  t.equal(right.status, 200)
})

test('how many more use it is written as Norwegians write numbers', async (t) => {
  t.match(fewOf(['A', 'B', 'C', 'D', 'E'], 4_082), /^A, B, C, D, E og 4\s077 til$/)
})

test('what is in use is not deleted, and says by what', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  for (let i = 1; i <= 6; i++) {
    await call('POST', '/api/assemblytypes', { name: `Ramme ${i}`, description: 'x' })
    await call('POST', `/api/assemblytypes/${i + 2}/components`, { componentId: 1 })
  }
  const component = await call('DELETE', '/api/componenttypes/1')
  t.equal(component.status, 409)
  t.equal(
    component.body['error'],
    'Brukes av 6 sammenstillinger: Ramme 1, Ramme 2, Ramme 3, Ramme 4, Ramme 5 og 1 til',
  )
  t.equal(component.body['code'], 'IN_USE')
  t.match(component.body['details'], [{ entity: 'assemblytypes', id: 3, name: 'Ramme 1' }])
  await call('DELETE', '/api/assemblytypes/8/components/1')
  t.equal(
    (await call('DELETE', '/api/componenttypes/1')).body['error'],
    'Brukes av 5 sammenstillinger: Ramme 1, Ramme 2, Ramme 3, Ramme 4, Ramme 5',
  )
  const supplier = await call('DELETE', '/api/suppliers/1')
  t.equal(supplier.body['error'], 'Brukes av 1 produsent: Festo; 1 komponent: Skrue M8')
  t.match((await call('DELETE', '/api/manufacturers/1')).body, {
    error: 'Brukes av 1 komponent: Skrue M8',
  })
  await call('PUT', '/api/componenttypes/1', { supplierId: null, manufacturerId: null })
  t.equal((await call('DELETE', '/api/manufacturers/1')).status, 200)
  t.equal((await call('DELETE', '/api/suppliers/1')).status, 200, 'after its last use is gone')
})

test('what has no description is known by its article number', async (t) => {
  const { call } = await createTestService(t)
  await call('POST', '/api/suppliers', { name: 'SEW', orderEmail: 'ordre@sew.example' })
  await call('POST', '/api/motortypes', { supplierArticlenumber: 'R37', supplierId: 1 })
  const supplier = await call('DELETE', '/api/suppliers/1')
  t.equal(supplier.body['error'], 'Brukes av 1 motortype: R37')
})

test('a project number is unique, also when taken over by a change', async (t) => {
  const { call } = await createTestService(t)
  const first = await call('POST', '/api/projects', { projectNumber: 'P-1', monitor1: 'Per' })
  t.match(String(first.body.data['id']), /^[0-9a-f-]{36}$/)
  const second = await call('POST', '/api/projects', { projectNumber: 'P-2', monitor1: 'Pål' })
  const again = await call('POST', '/api/projects', { projectNumber: 'P-1', monitor1: 'Espen' })
  t.match(
    [again.status, again.body],
    [409, { code: 'DUPLICATE', error: 'Prosjektnummeret P-1 finnes allerede.' }],
  )
  const id = String(second.body.data['id'])
  t.equal((await call('PUT', `/api/projects/${id}`, { projectNumber: 'P-1' })).status, 409)
  for (const projectNumber of ['p-1', ' P-1\u200b', 'P\u00ad-1', '\u202eP-1\u202c']) {
    const like = await call('POST', '/api/projects', { projectNumber, monitor1: 'Kari' })
    t.match([like.status, like.body['code']], [409, 'DUPLICATE'], JSON.stringify(projectNumber))
  }
  t.equal((await call('PUT', `/api/projects/${id}`, { projectNumber: 'P-2' })).status, 200)
  await call('DELETE', `/api/projects/${String(first.body.data['id'])}`)
  t.equal((await call('PUT', `/api/projects/${id}`, { projectNumber: 'P-1' })).status, 200)
  const race = await Promise.all(
    Array.from({ length: 20 }, () =>
      call('POST', '/api/projects', { projectNumber: 'P-9', monitor1: 'x' }),
    ),
  )
  t.equal(race.filter(({ status }) => status === 201).length, 1)
})

test('imports find records by their keys, and learn what changed', async (t) => {
  const { call, commands, model } = await createTestService(t)
  const [suppliers, components] = [entityNamed('suppliers'), entityNamed('componenttypes')]
  await stock(call)
  await call('PUT', '/api/componenttypes/1', { itoArticlenumber: 'K-01' })
  t.match(await commands.find(components, 'itoArticlenumber', ' k-01'), [{ id: 1 }])
  await call('PUT', '/api/componenttypes/1', { itoArticlenumber: 'K-02' })
  t.same(await commands.find(components, 'itoArticlenumber', 'K-01'), [])
  t.match(await commands.find(suppliers, 'name', 'AHLSELL'), [{ id: 1 }])
  const by = {
    user: 'kari',
    commandId: 'b0c5cd4f-6a5d-4b3c-8f0f-0d8fb7f7f0a1',
    note: { import: 'i1' },
  }
  t.match(await commands.revise(components, 1, { itoArticlenumber: 'K-02' }, by), {
    changed: false,
  })
  t.match(await commands.revise(components, 1, { weight: 2 }, by), {
    changed: true,
    state: { values: { weight: 2 } },
  })
  const many = Array.from({ length: 3_000 }, (_, i) =>
    commands.register(
      components,
      { description: 'x', supplierArticlenumber: `A-${i}` },
      { user: 'kari', commandId: crypto.randomUUID() },
    ),
  )
  await Promise.all(many)
  t.equal(model.records('componenttypes').highest(), 3_001)
  for (const i of [0, 1_023, 1_024, 2_999])
    t.match(await commands.find(components, 'supplierArticlenumber', `A-${i}`), [
      { item: { values: { supplierArticlenumber: `A-${i}` } } },
    ])
})

test('what an import made without its required fields is put back as it was read, but not emptied', async (t) => {
  const { call, commands } = await createTestService(t)
  const by = () => ({ user: 'kari', commandId: crypto.randomUUID() })
  await commands.register(entityNamed('suppliers'), { name: 'Ahlsell', orderEmail: '' }, by())
  await commands.register(entityNamed('manufacturers'), { name: 'Festo', supplierId: null }, by())
  for (const [url, field, value] of [
    ['/api/suppliers/1', 'orderEmail', 'a@b.no'],
    ['/api/manufacturers/1', 'supplierId', 1],
  ] as const) {
    const { body } = await call('PUT', url, {})
    const back = await call('PUT', url, body.data)
    t.same([back.status, back.body], [200, body], url)
    t.equal((await call('PUT', url, { [field]: value })).status, 200)
    for (const empty of [null, '']) {
      const emptied = await call('PUT', url, { [field]: empty })
      t.match(emptied.body['details'], [{ path: field, message: 'Dette feltet er påkrevd' }])
    }
    const made = await call('POST', url.replace('/1', ''), { ...body.data, [field]: null })
    t.match(made.body['details'], [{ path: field }], 'new ones need it')
  }
})
