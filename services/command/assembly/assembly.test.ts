import { test } from 'tap'
import { createTestService, stock, type Call } from '../testing/service.ts'

const kinds = [
  ['components', 'componentId', 'component', 'Komponenten'],
  ['motors', 'motorId', 'motor', 'Motortypen'],
  ['sensors', 'sensorId', 'sensor', 'Sensortypen'],
] as const

test('parts of each kind are linked once, changed and taken out', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  for (const [path, key, record, noun] of kinds) {
    const url = `/api/assemblytypes/1/${path}`
    const linked = await call('POST', url, { [key]: 1, quantity: 4, notes: 'foran' })
    t.equal(linked.status, 201)
    t.match(linked.body.data, {
      id: Number,
      assemblyId: 1,
      [key]: 1,
      quantity: 4,
      notes: 'foran',
      sortOrder: 0,
      [record]: { id: 1 },
    })
    const again = await call('POST', url, { [key]: 1 })
    t.match(
      [again.status, again.body],
      [409, { code: 'DUPLICATE', error: `${noun} er allerede i sammenstillingen.` }],
    )
    const missing = await call('POST', url, { [key]: 99 })
    t.match(missing.body['details'], [{ path: key, message: `${noun} finnes ikke` }])

    const changed = await call('PUT', `${url}/1`, { quantity: 1_000_000, notes: '' })
    t.match(changed.body.data, { quantity: 1_000_000, notes: null })
    const before = log.events.length
    t.equal((await call('PUT', `${url}/1`, { quantity: 1_000_000 })).status, 200)
    t.equal(log.events.length, before)
    t.equal((await call('PUT', `${url}/2`, { quantity: 1 })).status, 404)

    t.same((await call('DELETE', `${url}/1`)).body, { success: true, data: { id: 1 } })
    const gone = await call('DELETE', `${url}/1`)
    t.match(
      [gone.status, gone.body],
      [404, { code: 'NOT_FOUND', error: `${noun} er ikke i sammenstillingen.` }],
    )
  }
  for (const quantity of [0, 1.5, 1_000_001, '2', null])
    t.equal(
      (await call('POST', '/api/assemblytypes/1/components', { componentId: 1, quantity })).status,
      400,
    )
  const nowhere = await call('POST', '/api/assemblytypes/99/components', { componentId: 1 })
  t.match([nowhere.status, nowhere.body], [404, { error: 'Sammenstillingen finnes ikke.' }])
})

test('attributes are added, changed and removed by an id of their own', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const added = await call('POST', '/api/assemblytypes/2/attributes', {
    description: ' Lengde ',
    value: '2400',
    unit: 'mm',
  })
  t.equal(added.status, 201)
  t.match(added.body.data, {
    id: 20_001,
    assemblyId: 2,
    description: 'Lengde',
    value: '2400',
    unit: 'mm',
    drawingNumber: null,
    editable: true,
  })
  const url = '/api/assemblytypes/attributes/20001'
  const values = { value: '2500', editable: false, sortOrder: 7 }
  const changed = await call('PUT', url, { ...added.body.data, ...values })
  t.match([changed.status, changed.body.data], [200, values])
  const again = await call('PUT', url, { description: 'Lengde', value: '2600' })
  t.match(again.body.data, { ...values, value: '2600' }, 'what is not sent stays')
  for (const body of [{ description: 'x' }, { description: ' ', value: '1' }])
    t.equal((await call('PUT', url, body)).status, 400)
  t.same((await call('DELETE', url)).body, { success: true, data: { id: 20_001 } })
  t.equal((await call('DELETE', url)).status, 404)
  const next = await call('POST', '/api/assemblytypes/2/attributes', {
    description: 'a',
    value: 'b',
  })
  t.equal(next.body.data['id'], 20_002, 'numbers are not given twice')
})

const built = async (call: Call) => {
  await stock(call)
  await call('POST', '/api/assemblytypes/1/components', { componentId: 1, quantity: 2 })
  await call('POST', '/api/assemblytypes/1/motors', { motorId: 1, notes: 'venstre' })
  await call('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: 2, quantity: 5 })
  await call('POST', '/api/assemblytypes/1/attributes', { description: 'Fart', value: '1' })
}

test('a clone is one append that has everything of its source', async (t) => {
  const { call, log, model } = await createTestService(t)
  await built(call)
  const before = log.events.length
  const { status, body } = await call('POST', '/api/assemblytypes/1/clone', {
    name: ' Linje - Kopi ',
  })
  t.equal(status, 201)
  t.match(body.data, {
    id: 3,
    name: 'Linje - Kopi',
    description: 'Kopi av Hele linjen',
    attributes: [{ id: 30_001, description: 'Fart' }],
    bomSummary: { totalComponents: 1, totalMotors: 1, totalSensors: 0, totalSubassemblies: 1 },
    bomDetails: {
      components: [{ id: 1, description: 'Skrue M8', quantity: 2 }],
      motors: [{ id: 1, quantity: 1 }],
      sensors: [],
      subassemblies: [{ id: 2, name: 'Stasjon', description: 'Stasjon', quantity: 5 }],
    },
  })
  const written = log.events.slice(before)
  t.same(
    written.map(({ type, stream }) => [type, stream]),
    [
      ['ItemRegistered', 'assembly-3'],
      ['AssemblyCloned', 'assembly-3'],
    ],
  )
  t.match(written[1]!.data, {
    assemblyId: 3,
    sourceId: 1,
    parts: [
      { part: 'component', partId: 1, quantity: 2 },
      { part: 'motor', partId: 1, notes: 'venstre' },
    ],
    subassemblies: [{ childId: 2, quantity: 5 }],
  })
  t.same(
    model.structure.parentsOf(2).toSorted((a, b) => a - b),
    [1, 3],
  )
  const cycle = await call('POST', '/api/assemblytypes/2/subassemblies', { childAssemblyId: 3 })
  t.match(cycle.body, { code: 'CYCLE', error: /Stasjon → Linje - Kopi → Stasjon$/ })
  t.equal((await call('DELETE', '/api/assemblytypes/3/components/1')).status, 200)
  t.equal((await call('DELETE', '/api/componenttypes/1')).status, 409, 'the source still has it')
  for (const body of [{ name: ' ' }, { name: null }, {}])
    t.match((await call('POST', '/api/assemblytypes/1/clone', body)).body['details'], [
      { path: 'name', message: 'Navn er påkrevd' },
    ])
  t.equal((await call('POST', '/api/assemblytypes/99/clone', { name: 'x' })).status, 404)
})

test('deleting an assembly takes every link from and to it along', async (t) => {
  const { call, log, model } = await createTestService(t)
  await built(call)
  const clone = await call('POST', '/api/assemblytypes/1/clone', { name: 'Kopi' })
  t.equal(clone.status, 201)
  const removed = await call('DELETE', '/api/assemblytypes/2', undefined, { 'if-match': '"0"' })
  t.same(removed.body, { success: true, data: { id: 2 } })
  t.equal(model.structure.dump().links.length, 0, 'the links of the clone are gone too')
  t.same(
    log.events.slice(-2).map(({ type, stream }) => [type, stream]),
    [
      ['AssemblyDissolved', 'bom-structure'],
      ['ItemRemoved', 'assembly-2'],
    ],
  )
  t.equal((await call('PUT', '/api/assemblytypes/2', { name: 'x' })).status, 404)
  t.equal((await call('DELETE', '/api/assemblytypes/1')).status, 200)
  t.equal((await call('DELETE', '/api/motortypes/1')).status, 409, 'the clone has it')
  t.equal((await call('DELETE', '/api/assemblytypes/3')).status, 200)
  t.equal((await call('DELETE', '/api/motortypes/1')).status, 200)
})

test('a delete that a crash cut in half is completed at the next start', async (t) => {
  const { call, log } = await createTestService(t)
  await built(call)
  const metadata = { commandId: 'x', user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const dissolved = { type: 'AssemblyDissolved', data: { assemblyId: 1 }, metadata }
  await log.append('bom-structure', [{ id: crypto.randomUUID(), ...dissolved }], 0n)
  const next = await createTestService(t, { log })
  t.match(log.events.at(-1), { type: 'ItemRemoved', stream: 'assembly-1' })
  t.equal((await next.call('PUT', '/api/assemblytypes/1', { name: 'x' })).status, 404)
})

test('links, clones and deletes under one key happen once', async (t) => {
  const { call, log } = await createTestService(t)
  await built(call)
  const key = (n: number) => ({ 'idempotency-key': `00000000-0000-4000-8000-00000000001${n}` })
  const commands: [Parameters<Call>[0], string, unknown][] = [
    ['POST', '/api/assemblytypes/2/sensors', { sensorId: 1, quantity: 2 }],
    ['PUT', '/api/assemblytypes/1/subassemblies/2', { quantity: 9 }],
    ['POST', '/api/assemblytypes/1/attributes', { description: 'a', value: 'b' }],
    ['POST', '/api/assemblytypes/1/clone', { name: 'Kopi' }],
    ['DELETE', '/api/assemblytypes/1/components/1', undefined],
    ['DELETE', '/api/assemblytypes/1/subassemblies/2', undefined],
    ['DELETE', '/api/assemblytypes/1', undefined],
  ]
  const first = []
  for (const [i, [method, url, body]] of commands.entries())
    first.push(await call(method, url, body, key(i)))
  t.same(
    first.map(({ status }) => status),
    [201, 200, 201, 201, 200, 200, 200],
  )
  const before = log.events.length
  const restarted = await createTestService(t, { log })
  for (const again of [call, restarted.call])
    for (const i of [0, 2, 3, 6]) {
      const [method, url, body] = commands[i]!
      const reply = await again(method, url, body, key(i))
      t.equal(reply.status, first[i]!.status, `${method} ${url}`)
      t.same(reply.body.data['id'], first[i]!.body.data['id'])
    }
  t.equal(log.events.length, before)
})

test('parts, clones and deletes at once leave nothing dangling', async (t) => {
  const { call, model } = await createTestService(t)
  await stock(call)
  for (let i = 0; i < 20; i++) await call('POST', '/api/componenttypes', { description: 'x' })
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const id = i + 2
      await Promise.all([
        call('POST', '/api/assemblytypes/1/components', { componentId: id }),
        call('POST', '/api/assemblytypes/1/clone', { name: `Kopi ${i}` }),
        call('DELETE', `/api/componenttypes/${id}`),
        call('DELETE', `/api/assemblytypes/${i + 3}`),
      ])
    }),
  )
  for (let id = 2; id <= 21; id++)
    if (!model.records('componenttypes').isLive(id))
      t.same(model.parts.component.into(id), [], `component ${id}`)
  t.pass()
})
