import { test } from 'tap'
import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { component } from '#contracts/catalogue/index.ts'
import {
  aPrice,
  assembly,
  attribute,
  inAssembly,
  partLinked,
  priced,
  registered,
  removed,
  revised,
} from './testing/events.ts'
import { changesMeanwhile } from './testing/meanwhile.ts'
import { querySide } from './testing/query-side.ts'

test('an assembly that is deleted while it is read is given whole, or is not found', async (t) => {
  const side = await querySide(t)
  const { app, before } = await changesMeanwhile(t, side)
  await side.given(registered('componenttypes', 1, { description: 'Skrue' }))
  for (const [at, path] of ['components', 'attributes'].entries()) {
    const id = at + 1
    await side.given(
      assembly(id, 'Linje'),
      partLinked(id, 'component', 1),
      inAssembly(id, 'AttributeAdded', { attributeId: id, ...attribute }),
    )
    before(2, () => side.given(removed('assemblytypes', id)))
    const url = `/api/assemblytypes/${id}/${path}`
    const reply = await app.inject(requestFor('GET', url))
    if (reply.statusCode === 200) t.equal(reply.json<{ data: unknown[] }>().data.length, 1, path)
    else t.equal(reply.statusCode, 404, path)
  }
})

test('a list counts what it has, although records come while it is read', async (t) => {
  const side = await querySide(t)
  const { app, before } = await changesMeanwhile(t, side)
  let made = 0
  const another = () => {
    const id = ++made
    const price = priced(component, id, aPrice())
    return side.given(registered('componenttypes', id, { description: 'Skrue' }), price)
  }
  await another()
  const pages = [
    '',
    '?limit=20',
    '?q=skrue',
    '?q=skrue&limit=20&sort=description',
    '?offset=99&limit=1',
  ]
  const days = ['?validOn=2030-01-01', '?validOn=2030-01-01&limit=20']
  const paths = [...pages, ...days].map((query) => `/api/componenttypes${query}`)
  for (const path of [...paths, '/api/pricing'])
    for (const read of [1, 2, 3]) {
      before(read, another)
      const reply = await app.inject(requestFor('GET', path))
      const { length } = reply.json<{ data: unknown[] }>().data
      const counted = Number(reply.headers['x-total-count'])
      if (path.includes('offset')) t.ok(counted > 0, path)
      else t.equal(counted, length, `${path}, before read ${read}`)
    }
})

test('a purchase list has the names and suppliers of its parts, although these go while it is made', async (t) => {
  const side = await querySide(t)
  const { app, before } = await changesMeanwhile(t, side)
  await side.given(
    registered('suppliers', 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }),
    registered('componenttypes', 1, { description: 'Skrue', supplierId: 1 }),
    assembly(1, 'Linje'),
    partLinked(1, 'component', 1),
  )
  before(1, () =>
    side.given(
      revised('componenttypes', 1, { supplierId: null }),
      removed('suppliers', 1),
      removed('assemblytypes', 1),
    ),
  )
  const url = '/api/purchasing?assembly=1'
  const reply = await app.inject(requestFor('GET', url))
  t.match(reply.json<{ data: Purchasing }>().data, {
    assemblies: [{ name: 'Linje' }],
    purchases: [{ supplier: { name: 'Ahlsell' }, lines: [{ description: 'Skrue' }] }],
    missing: { supplier: 0 },
  })
})
