import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { createTestService, caller, stock, type Call, startService } from '../testing/service.ts'

const supplier = { name: 'Ahlsell', orderEmail: 'a@b.no' }

test('If-Match lets only the first of two editors through', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const put = (notes: string) =>
    call('PUT', '/api/componenttypes/1', { notes }, { 'if-match': '"0"' })
  const replies = await Promise.all([put('en'), put('to')])
  t.same(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  t.match(replies.find(({ status }) => status === 409)!.body, {
    code: 'CONFLICT',
    error: 'Noen andre endret denne posten. Last inn på nytt.',
  })
  t.equal(
    (await call('DELETE', '/api/componenttypes/1', undefined, { 'if-match': '"0"' })).status,
    409,
  )
  t.equal(
    (await call('DELETE', '/api/componenttypes/1', undefined, { 'if-match': '"1"' })).status,
    200,
  )
  const { body, headers } = await call('POST', '/api/projects', {
    projectNumber: '1',
    monitor1: 'x',
  })
  await call('POST', '/api/projects', { projectNumber: '2', monitor1: 'x' })
  const url = `/api/projects/${String(body.data['id'])}`
  const edited = await call('PUT', url, { monitor2: 'y' }, { 'if-match': headers['etag']! })
  t.equal(edited.status, 200, 'another project is another record')
  t.equal((await call('PUT', url, { monitor2: 'z' }, { 'if-match': headers['etag']! })).status, 409)
})

test('an If-Match that is no entity tag is refused by name, and changes nothing', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const put = (ifMatch: string) =>
    call('PUT', '/api/componenttypes/1', { notes: ifMatch }, { 'if-match': ifMatch })
  for (const wrong of ['0', 'tull', '"0', '', ',', '*, "0"', '"0" "1"', 'w/"0"']) {
    const { status, body } = await put(wrong)
    t.match([status, body.code], [400, 'VALIDATION'], wrong)
    t.match(body.error, /^If-Match må være ETag med anførselstegnene/, wrong)
    t.match(body.details, [{ path: 'if-match' }], wrong)
  }
  for (const [right, status] of [
    ['"9"', 409],
    ['"tull"', 409],
    ['"9", "0"', 200],
    [' , W/"1" ,, "tull"', 200],
    ['*', 200],
  ] as const)
    t.equal((await put(right)).status, status, right)
})

test('without If-Match, editors at once are all let through, one after the other', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => call('PUT', '/api/componenttypes/1', { notes: `${i}` })),
  )
  t.ok(replies.every(({ status }) => status === 200))
  t.equal(log.events.filter(({ type }) => type === 'ItemRevised').length, 50)
})

test('a repeated Idempotency-Key has the same answer and no second effect', async (t) => {
  const { call, log } = await createTestService(t)
  await stock(call)
  const key = (n: number) => ({ 'idempotency-key': `00000000-0000-4000-8000-00000000000${n}` })
  const commands: [Parameters<Call>[0], string, unknown][] = [
    [
      'POST',
      '/api/componenttypes',
      { description: 'Mutter', supplierId: 1, pricing: { costPrice: 1 } },
    ],
    ['PUT', '/api/componenttypes/1', { notes: 'én gang' }],
    ['PUT', '/api/componenttypes/1', { notes: 'én gang' }],
    ['POST', '/api/projects', { projectNumber: 'P', monitor1: 'x' }],
    ['POST', '/api/pricing', { entityType: 'componenttype', entityId: 1, costPrice: 5 }],
    ['DELETE', '/api/suppliers/1', undefined],
    ['DELETE', '/api/sensortypes/1', undefined],
  ]
  const first = []
  for (const [i, [method, url, body]] of commands.entries())
    first.push(await call(method, url, body, key(i)))
  t.same(
    first.map(({ status }) => status),
    [201, 200, 200, 201, 201, 409, 200],
  )
  await call('PUT', '/api/componenttypes/1', { notes: 'noe annet' })
  const before = log.events.length
  for (const [i, [method, url, body]] of commands.entries()) {
    const again = await call(method, url, body, key(i))
    t.same([again.status, again.body], [first[i]!.status, first[i]!.body], `${method} ${url}`)
  }
  t.equal(log.events.length, before)

  const other = await call('PUT', '/api/componenttypes/1', { notes: 'et annet' }, key(1))
  t.match([other.status, other.body], [409, { code: 'CONFLICT', error: /Idempotency-Key/ }])

  const after = await createTestService(t, { log })
  for (const [i, [method, url, body]] of commands.entries()) {
    // What wrote nothing, a refusal or a change to what already was, only its own process remembers.
    if (i === 2 || first[i]!.status === 409) continue
    const again = await after.call(method, url, body, key(i))
    t.equal(again.status, first[i]!.status, `${method} ${url}, after a restart`)
    t.same(again.body, first[i]!.body)
  }
  t.equal(log.events.length, before)
})

test('the same key at the same time is one command', async (t) => {
  const { call, log } = await createTestService(t)
  const body = { description: 'Mutter' }
  const headers = { 'idempotency-key': 'min egen nøkkel' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '/api/componenttypes', body, headers)),
  )
  t.ok(replies.every(({ status, body }) => status === 201 && body.data['id'] === 1))
  t.equal(log.events.length, 1)
})

test('100 concurrent creates give 100 ids, and two services on one log too', async (t) => {
  const log = memoryLog()
  const [one, other] = [await createTestService(t, { log }), await createTestService(t, { log })]
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      (i % 2 ? one : other).call('POST', '/api/suppliers', supplier),
    ),
  )
  t.ok(replies.every(({ status }) => status === 201))
  t.equal(new Set(replies.map(({ body }) => body.data['id'])).size, 100)
})

test('two services on one log see each other: a position is waited for', async (t) => {
  const log = memoryLog()
  const [one, other] = [await createTestService(t, { log }), await createTestService(t, { log })]
  for (let i = 1; i <= 20; i++) {
    const { headers } = await one.call('POST', '/api/suppliers', supplier)
    const position = { 'x-event-position': headers['x-event-position']! }
    const made = await other.call(
      'POST',
      '/api/manufacturers',
      { name: 'F', supplierId: i },
      position,
    )
    t.equal(made.status, 201)
  }
  const edits = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? one : other).call('PUT', '/api/suppliers/1', { city: `${i}` }),
    ),
  )
  t.ok(
    edits.every(({ status }) => status === 200),
    'they edit one record in turns',
  )
})

test('a reference and a delete at once never leave it dangling', async (t) => {
  const { call, model } = await createTestService(t)
  for (let i = 1; i <= 30; i++) await call('POST', '/api/suppliers', supplier)
  await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const uses = call('POST', '/api/manufacturers', { name: 'F', supplierId: i + 1 })
      const removes = call('DELETE', `/api/suppliers/${i + 1}`)
      const [used, removed] = await Promise.all([uses, removes])
      t.not(used.status === 201, removed.status === 200, 'exactly one of them')
    }),
  )
  for (let id = 1; id <= model.records('manufacturers').highest(); id++) t.ok(id)
})

test('a command is refused until the model has caught up', async (t) => {
  const log = memoryLog()
  const service = await startService({
    log: { ...log, follow: async () => new Promise(() => undefined) },
    checkFile: async () => null,
  })
  const reply = await caller(service)('POST', '/api/suppliers', supplier)
  t.match([reply.status, reply.body], [503, { code: 'UNAVAILABLE' }])
  t.equal((await service.app.inject('/internal/health')).statusCode, 503)
  await service.app.close()
})
