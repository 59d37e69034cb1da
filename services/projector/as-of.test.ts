import { test } from 'tap'
import {
  assembly,
  component,
  entities,
  manufacturer,
  motor,
  project,
  supplier,
} from '#contracts/catalogue/index.ts'
import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import type { Entity } from '#contracts/entity.ts'
import type { App } from '#kernel/types.ts'
import { asUser } from '#kernel/testing/requests.ts'
import {
  aPrice,
  attribute as length,
  dissolved,
  inAssembly,
  offered,
  offerRemoved,
  partLinked,
  partUnlinked,
  priced,
  recordsOf,
  registered,
  reinstated,
  rejoined,
  removed,
  revised,
  subLinked,
} from './testing/events.ts'
import { describedQueries, exampleUrl, takesAsOf } from './testing/described-queries.ts'
import { querySide, type QuerySide } from './testing/query-side.ts'
import type { Given } from './testing/read-model.ts'

const projectId = '0198c0de-0000-7000-8000-000000000001'
const first = aPrice({ costPrice: '12.50' })
const link = { quantity: 2, notes: 'Løs', sortOrder: 1 }
const attribute = { attributeId: 7, ...length }

/** What the story does not tell of by name. */
const told: readonly Entity[] = [supplier, manufacturer, component, motor, project, assembly]
const rest = entities.filter((entity) => !told.includes(entity))
const restOfParts = rest.filter((entity) => entity.priced)
const restOfKinds = partKinds.filter((kind) =>
  rest.some(({ name }) => name === linkKinds[kind].entity),
)

const story: readonly (readonly Given[])[] = [
  [registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no', address: 'Gata 1' })],
  [registered(supplier, 2, { name: 'Bergli', orderEmail: 'b@b.no' })],
  [registered(manufacturer, 1, { name: 'Bosch', supplierId: 1 })],
  [
    registered(component, 1, {
      description: 'Skrue  M8 Å',
      supplierId: 1,
      manufacturerId: 1,
      weight: 1.25,
      tags: ['a', 'b;"c"'],
    }),
    registered(component, 2, { description: 'Mutter', supplierId: 1 }),
  ],
  [priced(component, 1, first), priced(component, 2, aPrice({ costPriceCurrency: 'EUR' }))],
  [
    registered(motor, 1, {
      supplierArticlenumber: 'M-1',
      shaft: 'Ø20',
      brake: true,
      supplierId: 1,
    }),
    registered(motor, 2, { supplierArticlenumber: 'M-2', shaft: 20 }),
  ],
  [registered(project, projectId, { projectNumber: 'P-1', monitor1: 'Kari' })],
  [1, 2, 3].map((id) => registered(assembly, id, { name: `Linje ${id}`, type: `T${id % 2}` })),
  [partLinked(1, 'component', 1, link), partLinked(1, 'component', 2), partLinked(2, 'motor', 1)],
  [...rest.flatMap(recordsOf), ...restOfParts.map((entity) => priced(entity, 1, first))],
  restOfKinds.map((kind) => partLinked(1, kind, 1, link)),
  [subLinked(1, 2, link), subLinked(3, 2)],
  [inAssembly(1, 'AttributeAdded', attribute)],
  [offered(component, 1, 2, { costPrice: '9.50' }), offered(component, 2, 2)],
  [revised(supplier, 1, { name: 'Ahlsell Norge' }), revised(supplier, 2, { name: 'Berg' })],
  [offered(component, 1, 2, { costPrice: '9', leadTime: 7 })],
  [revised(component, 1, { description: 'Bolt', weight: null, tags: null })],
  [priced(component, 1, aPrice({ costPrice: '13', listPrice: '20' }), first)],
  [inAssembly(1, 'PartLinkChanged', { part: 'component', partId: 1, ...link, quantity: 5 })],
  [inAssembly(1, 'AttributeChanged', { ...attribute, value: '5', sortOrder: 3 })],
  [
    registered(assembly, 4, { name: 'Kopi', type: 'T1' }),
    inAssembly(4, 'AssemblyCloned', {
      sourceId: 1,
      parts: [{ part: 'component', partId: 1, ...link }],
      subassemblies: [{ childId: 2, ...link }],
      attributes: [{ ...attribute, attributeId: 8 }],
    }),
  ],
  [partUnlinked(1, 'component', 1), inAssembly(1, 'AttributeRemoved', { attributeId: 7 })],
  [offerRemoved(component, 1, 2)],
  restOfKinds.map((kind) => partUnlinked(1, kind, 1)),
  [
    ...rest.map((entity) => revised(entity, 1, { [entity.title]: 'Endret' })),
    ...restOfParts.map((entity) => priced(entity, 1, aPrice({ costPrice: '14' }), first)),
  ],
  rest.map((entity) => removed(entity, 2)),
  [dissolved(2), removed(assembly, 2)],
  [removed(motor, 2)],
  [
    reinstated(2, 'Linje 2', '2026-01-01T00:08:00.000Z'),
    inAssembly(2, 'ContentsReinstated', {
      parts: [{ part: 'motor', partId: 1, ...link }],
      attributes: [{ ...attribute, attributeId: 9 }],
    }),
    rejoined(2),
    subLinked(3, 2),
  ],
  [dissolved(2), removed(assembly, 2)],
  [removed(motor, 1)],
  [partUnlinked(1, 'component', 2), removed(component, 2), removed(manufacturer, 1)],
]

const ofInstants = async (app: App) => (await describedQueries(app)).filter(takesAsOf)

const others = [
  ...entities.filter(({ name }) => name !== 'projects').map(({ name }) => `/${name}/2`),
  ...['componenttypes', 'manufacturers'].map((name) => `/${name}?q=ahlsell`),
  `/componenttypes?q=${encodeURIComponent('m8 å')}`,
  '/componenttypes?sort=supplierName',
  '/componenttypes?sort=salesPrice&order=desc&limit=1',
  '/motortypes?limit=1&offset=1&sort=updatedAt&order=desc',
  '/assemblytypes?type=T1',
  '/componenttypes/2/offers',
].map((path) => `/api${path}`)

const at = (path: string, asOf: string | undefined) =>
  asOf === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`

/** What every query that takes an instant answers, byte for byte, and how long each list is said to be. */
const answers = async ({ app, get }: QuerySide, asOf?: string) => {
  const found: Record<string, readonly unknown[]> = {}
  const ask = async (path: string, url: string) => {
    const { statusCode, payload, headers } = await get(url)
    found[path] = [statusCode, payload, headers['x-total-count']]
  }
  for (const query of await ofInstants(app)) await ask(query.path, exampleUrl(query, { asOf }))
  for (const path of others) await ask(path, at(path, asOf))
  return found
}

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString()
const seconds = (time: string, more: number) =>
  new Date(Date.parse(time) + more * 1_000).toISOString()

test('each answer as of an instant is what it was then, byte for byte', async (t) => {
  const side = await querySide(t)
  const was: { readonly at: string; readonly said: Awaited<ReturnType<typeof answers>> }[] = []
  was.push({ at: minute(0), said: await answers(side) })
  for (const [step, events] of story.entries()) {
    const at = minute(step + 1)
    await side.given(...events.map((event) => ({ ...event, at })))
    // Each second one takes half the time, and an answer that is wrong is so for longer than an instant.
    if (step % 2 === 1) was.push({ at, said: await answers(side) })
  }
  for (const { at, said } of was) t.same(await answers(side, seconds(at, 59)), said, at)
  const before = was.at(-1)!
  t.same(await answers(side, before.at), before.said, 'the instant itself is in it')
})

test('an instant is its millisecond, however many digits it has', async (t) => {
  const { get, given } = await querySide(t)
  await given({ ...registered(supplier, 1, { name: 'Ahlsell' }), at: minute(0) })
  await given({ ...registered(supplier, 2, { name: 'Bergli' }), at: '2026-01-01T00:00:00.001Z' })
  for (const digits of ['000', '0001', '0009999', '0'.repeat(400)]) {
    const instant = `2026-01-01T00:00:00.${digits}Z`
    const count = async (path: string) =>
      (await get(path, {}, 'administrator')).json<{ data: object[] }>().data.length
    t.equal(await count(`/api/suppliers?asOf=${instant}`), 1, digits)
    t.equal(await count(`/api/journal?from=${instant}`), 2, digits)
    t.equal(await count(`/api/journal?to=${instant}`), 1, digits)
  }
})

test('what was has no tag, and HEAD tells how long a list was', async (t) => {
  const side = await querySide(t)
  await side.given(...story.flat())
  const then = `asOf=${minute(5)}`
  for (const path of [
    'componenttypes',
    'componenttypes/1',
    'pricing',
    'assemblytypes/values/type',
  ]) {
    const reply = await side.get(`/api/${path}?${then}`, { 'if-none-match': '*, "0", W/"0"' })
    t.same([reply.statusCode, reply.headers.etag], [200, undefined], path)
  }
  const url = `/api/componenttypes?${then}&q=skrue`
  const head = await side.app.inject({ method: 'HEAD', url, headers: asUser('redaktør') })
  t.same([head.statusCode, head.payload, head.headers['x-total-count']], [200, '', '1'])
})

test('the past of everything is for those who may see it, and no time to come is answered', async (t) => {
  const { app, get } = await querySide(t)
  const queries = await ofInstants(app)
  t.ok(queries.length > 40, `${queries.length} queries`)
  for (const query of queries) {
    const { statusCode } = await get(exampleUrl(query, { asOf: '2026-01-31' }), {}, 'leser')
    t.equal(statusCode, 403, query.path)
    const toCome = await get(exampleUrl(query, { asOf: '2999-01-01' }))
    t.match([toCome.statusCode, toCome.json()], [400, { details: [{ path: /asOf/i }] }], query.path)
  }
})

test('a mistyped word is corrected by the words of then', async (t) => {
  const { get, given } = await querySide(t)
  const names = ['Kuriosum', 'Tannhjulpumpe']
  await given(
    ...names.map((name, id) => ({ ...registered(assembly, id + 1, { name }), at: minute(0) })),
  )
  const found = async (text: string, then: string) =>
    (await get(`/api/search?q=${text}${then}`)).json<{ data: { title: string }[] }>().data
  const all = async (then: string) =>
    Promise.all(['kuriosvm', 'tannhjullpumppe'].map((text) => found(text, then)))
  const before = await all('')
  t.match(before, [[{ title: 'Kuriosum' }], [{ title: 'Tannhjulpumpe' }]])
  await given(
    ...[1, 2].map((id) => ({ ...revised(assembly, id, { name: 'Annet' }), at: minute(2) })),
  )
  t.same(await all(''), [[], []])
  t.same(await all(`&asOf=${minute(1)}`), before)
})

test('contact data that was erased does not come back', async (t) => {
  const { get, given } = await querySide(t)
  await given(registered(supplier, 1, { name: 'Ahlsell', contactPerson: 'Kari Nordmann' }), {
    ...revised(supplier, 1, { contactPerson: '' }),
    note: { sealedWith: 'k1' },
  })
  for (const path of ['suppliers', 'suppliers/1', 'suppliers/export.csv']) {
    const { statusCode, payload } = await get(`/api/${path}?asOf=${minute(1)}`)
    t.equal(statusCode, 200)
    t.match(payload, 'Ahlsell')
    t.notMatch(payload, 'Kari')
  }
})
