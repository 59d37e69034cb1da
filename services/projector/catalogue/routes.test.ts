import { gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { component, entities, motor, project } from '#contracts/catalogue/index.ts'
import { asUser } from '#kernel/testing/requests.ts'
import { querySide } from '../testing/query-side.ts'
import { aPrice, priced, registered, removed, revised } from '../testing/events.ts'

const noneOfEach = Object.fromEntries(entities.map(({ name }) => [name, 0]))

type Rows = { data: Record<string, unknown>[] }
const ids = (reply: { json: () => unknown }) => (reply.json() as Rows).data.map(({ id }) => id)

test('a list holds every record by id, and is not sent again while nothing in it changed', async (t) => {
  const { get, given } = await querySide(t)
  t.same((await get('/api/componenttypes')).json(), { success: true, data: [] })
  await given(
    registered(component, 2, { description: 'Mutter' }),
    registered(component, 1, { description: 'Skrue' }),
  )
  const first = await get('/api/componenttypes')
  t.same(ids(first), [1, 2])
  t.match(first.headers, {
    'content-type': 'application/json; charset=utf-8',
    'x-total-count': '2',
    etag: /^W\/"[0-9a-f]{8}-\d+-\d{4}-\d\d-\d\d"$/,
  })
  const tag = { 'if-none-match': String(first.headers.etag) }
  t.equal((await get('/api/componenttypes', tag)).statusCode, 304)
  await given(registered(motor, 1, { supplierArticlenumber: 'M' }))
  t.equal((await get('/api/componenttypes', tag)).statusCode, 304, 'a motor is no component')
  await given(revised(component, 1, { description: 'Bolt' }))
  t.equal((await get('/api/componenttypes', tag)).statusCode, 200)
})

test('one record comes with its version; what does not exist is 404', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    registered(component, 7, { description: 'Skrue' }),
    revised(component, 7, { notes: 'x' }),
  )
  const reply = await get('/api/componenttypes/7')
  t.match(reply.json(), { success: true, data: { id: 7, description: 'Skrue', pricing: null } })
  t.equal(reply.headers.etag, '"1"')
  for (const path of ['8', 'abc', '0', '7.5', '99999999999', '-1'])
    t.equal((await get(`/api/componenttypes/${path}`)).statusCode, 404, path)
  await given(removed(component, 7))
  t.match((await get('/api/componenttypes/7')).json(), { success: false, code: 'NOT_FOUND' })
  t.equal((await get('/api/projects/7')).statusCode, 404)
})

test('projects are listed in the order they came', async (t) => {
  const { get, given } = await querySide(t)
  const first = 'f198c0de-0000-7000-8000-000000000001'
  const second = '0198c0de-0000-7000-8000-000000000002'
  await given(
    registered(project, first, { projectNumber: 'P-1', monitor1: 'Kari' }),
    registered(project, second, { projectNumber: 'P-2', monitor1: 'Per' }),
  )
  t.same(ids(await get('/api/projects')), [first, second])
  t.match((await get(`/api/projects/${first}`)).json(), { data: { projectNumber: 'P-1' } })
})

test('a long list is whole, and its beginning is sent before its end is read', async (t) => {
  const { get, given } = await querySide(t)
  const many = Array.from({ length: 1_203 }, (_, i) =>
    registered(component, i + 1, { description: `Del ${i + 1}` }),
  )
  await given(...many)
  t.same(
    ids(await get('/api/componenttypes')),
    many.map((_, i) => i + 1),
  )
  t.same(ids(await get('/api/componenttypes?limit=1000')).length, 1_000)
  const head = await get('/api/componenttypes?limit=1000')
  t.equal(head.headers['x-total-count'], '1203')
})

test('HEAD tells how many there are without sending them, and counts tell all at once', async (t) => {
  const { app, get, given } = await querySide(t)
  await given(
    registered(component, 1, { description: 'a' }),
    registered(component, 2, { description: 'b' }),
    removed(component, 1),
    registered(motor, 1, { supplierArticlenumber: 'M' }),
    priced(motor, 1, aPrice()),
  )
  const { headers } = await get('/api/componenttypes')
  const headOf = (url: string) => app.inject({ method: 'HEAD', url, headers: asUser() })
  const head = await headOf('/api/componenttypes')
  t.same([head.statusCode, head.payload, head.headers['x-total-count']], [200, '', '1'])
  t.equal(head.headers.etag, headers.etag)
  const found = await headOf('/api/componenttypes?q=finnes-ikke')
  t.equal(found.headers['x-total-count'], '0', 'of a search, what it finds')
  t.same((await get('/api/counts')).json(), {
    success: true,
    data: { ...noneOfEach, componenttypes: 1, motortypes: 1 },
  })
})

test('a query waits for the position it is given, but not for one that the log does not have', async (t) => {
  const { get, given } = await querySide(t)
  const position = await given(registered(component, 1, { description: 'a' }))
  const seen = await get('/api/componenttypes', { 'x-event-position': String(position) })
  t.same(ids(seen), [1])
  t.equal(seen.headers['x-stale'], 'false')
  const ahead = await get('/api/componenttypes', { 'x-event-position': String(position + 1n) })
  t.equal(ahead.statusCode, 200)
  t.equal(ahead.headers['x-stale'], 'unknown')
})

test('a list is packed for those who can unpack it, and the same when it is sent again', async (t) => {
  const { get, given } = await querySide(t)
  await given(...[1, 2, 3].map((id) => registered(component, id, { description: `Del ${id} Å` })))
  const packed = async (encoding: string) => {
    const reply = await get('/api/componenttypes', { 'accept-encoding': encoding })
    const isPacked = reply.headers['content-encoding'] === 'gzip'
    const body = isPacked ? gunzipSync(reply.rawPayload) : reply.rawPayload
    return [isPacked, body.toString()] as const
  }
  const [first, body] = await packed('br, gzip')
  t.equal(first, true)
  for (const [encoding, expected] of [
    ['gzip, deflate', true],
    ['*', true],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.5', true],
    ['', false],
  ] as const)
    t.same(await packed(encoding), [expected, body], encoding)

  await given(revised(component, 2, { description: 'Ny' }))
  const [, after] = await packed('gzip')
  t.match(after, '"Ny"')
  t.equal(after, (await packed('identity'))[1])
})

test('a short page is what a long one streams: its rows, their number, its tag, packed or not', async (t) => {
  const { get, given } = await querySide(t)
  const short = '/api/componenttypes?q=Del&order=desc&limit=2'
  const long = '/api/componenttypes?q=Del&order=desc&limit=2000&offset=1'
  t.match((await get(short)).json(), { success: true, data: [] }, 'nothing yet')
  await given(...[1, 2, 3].map((id) => registered(component, id, { description: `Del ${id} "Å"` })))
  const [page, streamed] = [await get(short), await get(long)]
  t.same(
    [ids(page), ids(streamed)],
    [
      [3, 2],
      [2, 1],
    ],
  )
  t.same((page.json() as Rows).data[1], (streamed.json() as Rows).data[0])
  const told = ['etag', 'vary', 'cache-control', 'content-type', 'x-total-count']
  for (const name of told) t.equal(page.headers[name], streamed.headers[name], name)
  t.equal(page.headers['x-total-count'], '3')

  const packed = await get(short, { 'accept-encoding': 'gzip' })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.equal(gunzipSync(packed.rawPayload).toString(), page.payload)
  const tag = { 'if-none-match': String(page.headers.etag) }
  t.equal((await get(short, tag)).statusCode, 304)
  await given(removed(component, 3))
  t.same(ids(await get(short, tag)), [2, 1])
  t.same(ids(await get(`${short}&offset=5`)), [])
})
