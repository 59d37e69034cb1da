import { test } from 'tap'
import { assembly, component, entities, motor, supplier } from '#contracts/catalogue/index.ts'
import { filtersOf, parametersOf } from '#contracts/list/filters.ts'
import { recordSchema } from '#contracts/records.ts'
import { querySide } from '../testing/query-side.ts'
import { aPrice, priced, registered } from '../testing/events.ts'
import { listQuery } from './list-query.ts'

type Rows = { data: Record<string, unknown>[] }
const ids = (reply: { json: () => unknown }) => (reply.json() as Rows).data.map(({ id }) => id)

test('search finds text anywhere, in any case, and takes no character for a pattern', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    registered(supplier, 1, { name: 'Ålesund Verktøy', orderEmail: 'a@b.no' }),
    registered(component, 1, { description: '100 % bomull', supplierId: 1 }),
    registered(component, 2, { description: 'under_strek', notes: 'ÆRLIG' }),
    registered(component, 3, { description: 'back\\slash', tags: ['rød', 'blå'], weight: 12.5 }),
    // As it was kept before texts had a normal form.
    registered(component, 4, { description: 'Ga\u030asund\u200b \u00a0 M\u00ad8' }),
  )
  const found = async (q: string) => {
    const reply = await get(`/api/componenttypes?q=${encodeURIComponent(q)}`)
    t.equal(reply.headers['x-total-count'], String(ids(reply).length))
    return ids(reply)
  }
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['%', [1]],
    ['_', [2]],
    ['\\', [3]],
    ['ærlig', [2]],
    ['ÅLESUND', [1]],
    ['BLÅ', [3]],
    ['12.5', [3]],
    [' bomull ', [1]],
    ['gåsund m8', [4]],
    ['m8 GÅS', [4]],
    ['blå rød 12.5', [3]],
    ['blå bomull', []],
    ['ga\u030asund\u00a0M\u200b8', [4]],
    ['', [1, 2, 3, 4]],
    ["'; drop table componenttypes; --", []],
    ['finnes ikke', []],
  ]
  for (const [q, expected] of cases) t.same(await found(q), expected, q)
  t.equal((await get('/api/componenttypes?q=%00')).statusCode, 400)
  const paged = await get('/api/componenttypes?q=s&limit=1')
  t.same([ids(paged), paged.headers['x-total-count']], [[1], '4'])
})

test('assemblies are narrowed to one type, and searched by what names them', async (t) => {
  const { get, given } = await querySide(t)
  const record = { description: 'Til prøven', notes: 'merknad' }
  await given(
    registered(assembly, 1, { ...record, name: 'Ramme', type: "Modul's" }),
    registered(assembly, 2, { ...record, name: 'Linje', type: 'Ålinje', drawingNumber: 'T-7' }),
    registered(assembly, 3, { ...record, name: 'Kasse', type: 'modul' }),
    registered(assembly, 4, { ...record, name: 'Uten' }),
  )
  const found = async (query: string) => ids(await get(`/api/assemblytypes?${query}`))
  t.same(await found(`type=${encodeURIComponent("Modul's")}`), [1])
  t.same(await found('type=modul&q=KASSE'), [3])
  t.same(await found('type=modul&q=ramme'), [])
  t.same(await found('q=t-7'), [2])
  t.same(await found('q=merknad'), [], 'notes are no name')
  const one = await get('/api/assemblytypes?type=modul&limit=1')
  t.equal(one.headers['x-total-count'], '1')
  t.equal((await get('/api/suppliers?type=modul')).statusCode, 400, 'no such filter')

  const values = await get('/api/assemblytypes/values/type')
  t.same(values.json<{ data: string[] }>().data, ['modul', "Modul's", 'Ålinje'])
  const again = { 'if-none-match': String(values.headers.etag) }
  t.equal((await get('/api/assemblytypes/values/type', again)).statusCode, 304)
})

test('values that differ in case only have one order, now and then', async (t) => {
  const { get, given } = await querySide(t)
  const types = ['B', 'b', 'C', 'c', 'T1', 't1', 'X', 'x']
  const written = ['t1', 'x', 'B', 'c', 'X', 'T1', 'C', 'b']
  await given(...written.map((type, id) => registered(assembly, id + 1, { name: 'A', type })))
  for (const query of ['', '?asOf=2026-02-01']) {
    const values = await get(`/api/assemblytypes/values/type${query}`)
    t.same(values.json<{ data: string[] }>().data, types, query)
  }
})

test('a list is narrowed by its columns: values, ranges, and whether there is one', async (t) => {
  const { get, given } = await querySide(t)
  const at = (day: number) => `2026-01-0${day}T22:59:59.000Z`
  await given(
    { ...registered(supplier, 1, { name: 'A', orderEmail: 'a@b.no' }), at: at(1) },
    { ...registered(component, 1, { description: 'a', type: 'Skrue, M8', weight: 1 }), at: at(1) },
    { ...registered(component, 2, { description: 'b', type: 'Mutter', weight: 2.5 }), at: at(2) },
    { ...registered(component, 3, { description: 'c', supplierId: 1, tags: ['x'] }), at: at(3) },
    { ...priced(component, 1, aPrice({ costPrice: '10' })), at: at(4) },
    { ...priced(component, 2, aPrice({ costPrice: '20', costPriceCurrency: 'EUR' })), at: at(4) },
    { ...registered(motor, 1, { supplierArticlenumber: 'M', shaft: 20, brake: true }), at: at(4) },
    { ...registered(motor, 2, { supplierArticlenumber: 'N', shaft: 'Ø9' }), at: at(4) },
  )
  const found = async (query: string, of = 'componenttypes') => {
    const reply = await get(`/api/${of}?${query}`)
    t.equal(reply.headers['x-total-count'], String(ids(reply).length), query)
    const then = await get(`/api/${of}?${query}&asOf=2026-01-06`)
    t.same(ids(then), ids(reply), `${query}, and as it was then`)
    return ids(reply)
  }
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['type=Mutter', [2]],
    ['type=Mutter&type=Skrue,+M8', [1, 2]],
    ['type=Mutter&type.empty=true', [2, 3]],
    ['type.empty=false&q=a', [1]],
    ['weight.min=1&weight.max=2', [1]],
    ['weight.min=2&weight.empty=true', [2, 3]],
    ['weight.min=1&weight.empty=false', [1, 2]],
    ['weight.max=1000000000000000', [1, 2]],
    ['supplierId=1', [3]],
    ['supplierId=2147483647', []],
    ['supplierId.empty=true', [1, 2]],
    ['tags=x&tags=y', [3]],
    ['tags.empty=true', [1, 2]],
    ['image.empty=false', []],
    ['costPrice.min=10.5', [2]],
    ['salesPrice.empty=true', [3]],
    ['costPriceCurrency=EUR&costPriceCurrency=USD', [2]],
    ['createdAt.min=2026-01-02&createdAt.max=2026-01-02', [2]],
    ['costPriceUpdatedAt.max=2026-01-04', [1, 2]],
  ]
  for (const [query, expected] of cases) t.same(await found(query), expected, query)
  t.same(await found('brake=false', 'motortypes'), [2])
  t.same(await found('shaft=20&shaft=Ø9', 'motortypes'), [1, 2])

  const values = async (key: string) =>
    (await get(`/api/componenttypes/values/${key}`)).json<{ data: string[] }>().data
  t.same(await values('type'), ['Mutter', 'Skrue, M8'])
  t.same(await values('type?q=SKR'), ['Skrue, M8'])
  t.same(await values('tags'), ['x'])
  t.same(await values('costPriceCurrency'), ['EUR', 'NOK'])
  t.same((await get('/api/componenttypes/ids?type=Mutter')).json(), { success: true, data: [2] })
})

test('every column of every list has its filters, whose names nothing else has', async (t) => {
  for (const entity of entities) {
    const filters = filtersOf(entity)
    const known = Object.keys(listQuery(entity).shape)
    t.same(known.length, new Set(known).size)
    const missing = Object.keys(recordSchema(entity).shape).filter(
      (key) => key in entity.fields && !filters.some((filter) => filter.key === key),
    )
    t.same(missing, [], entity.name)
    const names = filters.flatMap(parametersOf)
    const others = 'q sort order limit offset asOf validOn separator format columns view hide'
    const shell = 'hidecards fane ny dag'
    const taken = `${others} ${shell}`.split(' ')
    t.same(names.length, new Set(names).size, 'each once')
    t.same(
      names.filter((name) => taken.includes(name)),
      [],
    )
  }
})

test('a query that cannot be understood is refused at its parameter', async (t) => {
  const { get } = await querySide(t)
  const cases: readonly (readonly [string, string])[] = [
    ['sort=hemmelig', 'sort'],
    ['order=opp', 'order'],
    ['limit=-1', 'limit'],
    ['limit=999999999', 'limit'],
    ['offset=x', 'offset'],
    ['limit=1&limit=2', 'limit'],
    [`q=${'x'.repeat(300)}`, 'q'],
    ['weight.min=tung', 'weight.min'],
    ['supplierId=2147483648', 'supplierId'],
    ['createdAt.max=i+dag', 'createdAt.max'],
    ['costPriceCurrency=kr', 'costPriceCurrency'],
    ['notes=x', 'notes'],
    ['weight=1', 'weight'],
  ]
  for (const [query, path] of cases) {
    const reply = await get(`/api/componenttypes?${query}`)
    t.match(
      [reply.statusCode, reply.json()],
      [400, { code: 'VALIDATION', details: [{ path }] }],
      query,
    )
  }
})

test('the ids of all that a list would show are one answer, whatever their number', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    ...[1, 2, 3].map((id) => registered(component, id, { description: `Skrue ${id % 2}` })),
  )
  const found = async (query: string) => (await get(`/api/componenttypes/ids${query}`)).json()
  t.same(await found('?q=skrue%201'), { success: true, data: [1, 3] })
  t.same((await found('')).data, [1, 2, 3])
  t.match(await found('?sort=id'), { details: [{ path: 'sort', message: 'Ukjent felt' }] })
})
