import { test } from 'tap'
import { component, motor, supplier } from '#contracts/catalogue/index.ts'
import type { Value } from '#contracts/fields.ts'
import { querySide } from '../testing/query-side.ts'
import { registered } from '../testing/events.ts'

type Rows = { data: Record<string, unknown>[] }
const ids = (reply: { json: () => unknown }) => (reply.json() as Rows).data.map(({ id }) => id)

test('sorting is Norwegian, by number where there are numbers, with empty values last', async (t) => {
  const { get, given } = await querySide(t)
  const names = ['a10', 'Østen', 'A2', 'Åse', 'a9', 'Zoe', 'Ærlig']
  await given(
    ...names.map((description, i) => registered(component, i + 1, { description, weight: 10 - i })),
    registered(component, 8, { description: 'a9', type: 'x' }),
  )
  const sorted = async (query: string, key = 'description') =>
    ((await get(`/api/componenttypes?${query}`)).json() as Rows).data.map((row) => row[key])
  t.same(await sorted('sort=description'), [
    'A2',
    'a9',
    'a9',
    'a10',
    'Zoe',
    'Ærlig',
    'Østen',
    'Åse',
  ])
  t.same(await sorted('sort=description&order=desc&limit=3'), ['Åse', 'Østen', 'Ærlig'])
  t.same(await sorted('sort=description&limit=2&offset=1', 'id'), [5, 8])
  t.same(await sorted('sort=weight&limit=2', 'weight'), [4, 5])
  t.same(await sorted('sort=type&order=desc&limit=2', 'id'), [8, 1])
  t.equal(await sorted('order=desc', 'id').then((found) => found[0]), 8)
})

test('measures are sorted by their number, and a motor without description comes last', async (t) => {
  const { get, given } = await querySide(t)
  const shafts = [12.5, 'Ø9', null, 12.25, '12,3 kile', 100, -1, 0.0000001, '', 'Ø25', 9]
  await given(
    ...shafts.map((shaft, i) =>
      registered(motor, i + 1, {
        supplierArticlenumber: 'M',
        shaft: shaft as Value,
        description: i === 4 ? null : `Motor ${i}`,
      }),
    ),
  )
  const sorted = async (query: string, key: string) =>
    ((await get(`/api/motortypes?${query}`)).json() as Rows).data.map((row) => row[key])
  const filled = [-1, 0.0000001, 9, 12.25, '12,3 kile', 12.5, 100, 'Ø9', 'Ø25']
  t.same((await sorted('sort=shaft', 'shaft')).slice(0, 9), filled)
  t.same((await sorted('sort=shaft&order=desc', 'shaft')).slice(0, 9), filled.toReversed())
  for (const order of ['asc', 'desc'])
    t.equal((await sorted(`sort=description&order=${order}`, 'id')).at(-1), 5, order)
})

test('an empty text and an empty list come last, as no value does', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    registered(supplier, 1, { name: 'A', orderEmail: 'a@b.no', contactPerson: '' }),
    registered(supplier, 2, { name: 'B', orderEmail: 'a@b.no', contactPerson: 'Åse' }),
    registered(component, 1, { description: 'A', tags: [] }),
    registered(component, 2, { description: 'B', tags: ['x'] }),
  )
  for (const order of ['asc', 'desc']) {
    t.same(ids(await get(`/api/suppliers?sort=contactPerson&order=${order}`)), [2, 1])
    t.same(ids(await get(`/api/componenttypes?sort=tags&order=${order}`)), [2, 1])
  }
})

test('every list can be sorted by each of its columns', async (t) => {
  const { app, get, given } = await querySide(t)
  await given(
    registered(supplier, 1, { name: 'A', orderEmail: 'a@b.no' }),
    registered(motor, 1, { supplierArticlenumber: 'M', shaft: 20, supplierId: 1 }),
    registered(motor, 2, { supplierArticlenumber: 'N', shaft: 'Ø9', bracketoptions: ['x'] }),
  )
  await app.ready()
  const { paths } = app.swagger() as { paths: Record<string, { get?: Operation }> }
  type Operation = { parameters?: { name: string; schema: { enum?: string[] } }[] }
  let tried = 0
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const sorts = operation?.parameters?.find(({ name }) => name === 'sort')?.schema.enum ?? []
    for (const sort of sorts) {
      const reply = await get(`${path}?sort=${sort}&order=desc&q=m`)
      t.equal(reply.statusCode, 200, `${path} by ${sort}`)
      tried++
    }
  }
  t.ok(tried > 80, `${tried} tried`)
})
