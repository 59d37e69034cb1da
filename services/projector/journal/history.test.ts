import { test } from 'tap'
import { assembly, component, motor, project, supplier } from '#contracts/catalogue/index.ts'
import { historyItem, type HistoryItem } from '#contracts/history.ts'
import {
  aPrice,
  dissolved,
  offered,
  partLinked,
  priced,
  registered,
  removed,
  revised,
  subLinked,
} from '../testing/events.ts'
import type { Price } from '#contracts/pricing.ts'
import { querySide, type QuerySide } from '../testing/query-side.ts'

const historyOf = async ({ get }: QuerySide, path: string) => {
  const { data } = (await get(`/api/${path}`)).json<{ data: HistoryItem[] }>()
  return data
}
const changesOf = async (side: QuerySide, path: string) =>
  (await historyOf(side, path)).map(({ changes }) =>
    Object.fromEntries(changes.map(({ field, from, to }) => [field, [from, to]])),
  )

test('the history of a record says from what to what, also of what was deleted', async (t) => {
  const side = await querySide(t)
  const [price, dearer] = [aPrice({ costPrice: '10.5' }), aPrice({ costPrice: '12' })]
  const back = priced(motor, 1, price, dearer, '2026-03-01')
  const withdrawn = { ...back, data: { ...(back.data as object), withdrawn: true } }
  await side.given(
    registered(component, 1, { description: 'Skrue M8', tags: ['a'], weight: 1.5 }),
    priced(component, 1, price),
    priced(component, 1, { ...price, costPrice: '12', unit: 'm' }, price),
    revised(component, 1, { description: 'Skrue M10', tags: [], weight: null }),
    removed(component, 1),
    registered(motor, 1, { supplierArticlenumber: 'M' }),
    revised(motor, 1, { brake: true }),
    priced(motor, 1, price, null, '2026-01-01'),
    priced(motor, 1, dearer, price, '2026-03-01'),
    priced(motor, 1, { ...dearer, costPrice: '13' }, dearer, '2026-03-01'),
    withdrawn,
  )
  t.same(await changesOf(side, 'componenttypes/1/history'), [
    {
      description: ['Skrue M10', null],
      costPrice: [12, null],
      costPriceCurrency: ['NOK', null],
      priceFactor: [1.5, null],
      priceUnit: ['m', null],
    },
    { description: ['Skrue M8', 'Skrue M10'], tags: [['a'], null], weight: [1.5, null] },
    { costPrice: [10.5, 12], priceUnit: ['stk', 'm'] },
    {
      costPrice: [null, 10.5],
      costPriceCurrency: [null, 'NOK'],
      priceFactor: [null, 1.5],
      priceUnit: [null, 'stk'],
    },
    { description: [null, 'Skrue M8'], tags: [null, ['a']], weight: [null, 1.5] },
  ])
  const [takenBack, again, dated, first, ...others] = await changesOf(side, 'motortypes/1/history')
  t.same(takenBack, { costPrice: [13, 10.5], validFrom: ['2026-03-01', null] })
  t.same(again, { costPrice: [12, 13], validFrom: ['2026-03-01', '2026-03-01'] }, 'of which day')
  t.same(dated, { costPrice: [10.5, 12], validFrom: ['2026-01-01', '2026-03-01'] })
  t.same(first?.['validFrom'], [null, '2026-01-01'])
  t.same(others, [{ brake: [false, true] }, { supplierArticlenumber: [null, 'M'] }])
})

test('an amount is in a currency, also where that has not changed', async (t) => {
  const side = await querySide(t)
  const [euro, more] = ['10', '12'].map((costPrice) =>
    aPrice({ costPrice, costPriceCurrency: 'EUR' }),
  ) as [Price, Price]
  const kroner = { ...more, costPriceCurrency: 'NOK' } as const
  await side.given(
    registered(supplier, 1, { name: 'Ahlsell' }),
    registered(component, 1, { description: 'Skrue' }),
    priced(component, 1, euro),
    priced(component, 1, more, euro),
    priced(component, 1, kroner, more),
    offered(component, 1, 1, { costPrice: '9', costPriceCurrency: 'SEK' }),
    offered(component, 1, 1, { costPrice: '8', costPriceCurrency: 'SEK' }),
    revised(component, 1, { description: 'Bolt' }),
  )
  const said = (await historyOf(side, 'componenttypes/1/history')).map(({ changes, currency }) => [
    currency,
    changes.find(({ field }) => field.endsWith('costPriceCurrency'))?.to ?? null,
  ])
  t.same(said, [
    [null, null],
    ['SEK', null],
    [null, 'SEK'],
    [null, 'NOK'],
    ['EUR', null],
    [null, 'EUR'],
    [null, null],
  ])
})

test('the history tells where a record came and went, whatever fields it has', async (t) => {
  const side = await querySide(t)
  const reinstated = { ...registered(motor, 1, {}), type: 'ItemReinstated' }
  const createdAt = '2026-01-01T00:00:00.000Z'
  await side.given(
    registered(motor, 1, {}),
    revised(motor, 1, { supplierArticlenumber: 'M' }),
    revised(motor, 1, { supplierArticlenumber: null }),
    removed(motor, 1),
    { ...reinstated, data: { ...(reinstated.data as object), createdAt } },
    registered(assembly, 1, { name: 'Linje' }),
    registered(assembly, 2, { name: 'Celle' }),
    subLinked(1, 2),
    dissolved(2),
    { ...removed(assembly, 2), stream: 'assembly-2' },
  )
  const eventsOf = async (path: string) =>
    (await historyOf(side, path)).map(({ event }) => event).toReversed()
  t.same(await eventsOf('motortypes/1/history'), ['created', null, null, 'removed', 'created'])
  t.same(await eventsOf('assemblytypes/1/history'), ['created', null, null], 'another was removed')
  t.same((await eventsOf('assemblytypes/2/history')).at(-1), 'removed')
})

test('the history is without events of contents that the assembly did not have', async (t) => {
  const side = await querySide(t)
  const data = { assemblyId: 2, sourceId: 1, parts: [], attributes: [], subassemblies: [] }
  const reinstated = { values: { name: 'Celle' }, createdAt: '2026-01-01T00:00:00.000Z' }
  await side.given(
    registered(assembly, 1, { name: 'Linje' }),
    registered(assembly, 2, { name: 'Celle' }),
    { stream: 'assembly-2', type: 'AssemblyCloned', data },
    dissolved(2),
    removed(assembly, 2),
    {
      ...removed(assembly, 2),
      type: 'ItemReinstated',
      data: { entity: 'assemblytypes', id: 2, ...reinstated },
    },
    { ...dissolved(2), type: 'AssemblyReinstated' },
  )
  t.same(await changesOf(side, 'assemblytypes/2/history'), [
    { name: [null, 'Celle'] },
    { name: ['Celle', null] },
    { name: [null, 'Celle'] },
  ])
})

test('links and attributes are in the history of their assembly', async (t) => {
  const side = await querySide(t)
  const inAssembly = (type: string, data: object) => ({
    stream: 'assembly-1',
    type,
    data: { assemblyId: 1, ...data },
  })
  const attribute = { attributeId: 12, description: 'Lengde', value: '4', unit: 'm' }
  const rest = { drawingNumber: null, editable: true, sortOrder: 0 }
  const link = { part: 'component', partId: 53, notes: 'høyre', sortOrder: 0 }
  await side.given(
    registered(component, 53, { description: 'Skrue' }),
    registered(assembly, 1, { name: 'Linje' }),
    registered(assembly, 2, { name: 'Celle' }),
    partLinked(1, 'component', 53, { quantity: 2 }),
    inAssembly('PartLinkChanged', { ...link, quantity: 5 }),
    inAssembly('AttributeAdded', { ...attribute, ...rest }),
    inAssembly('AttributeChanged', { ...attribute, ...rest, value: '5' }),
    inAssembly('PartUnlinked', { part: 'component', partId: 53 }),
    subLinked(1, 2, { sortOrder: 3 }),
    dissolved(2),
    { ...removed(assembly, 2), stream: 'assembly-2' },
    removed(assembly, 1),
  )
  t.same(await changesOf(side, 'assemblytypes/1/history'), [
    {
      name: ['Linje', null],
      'attributes/12/description': ['Lengde', null],
      'attributes/12/value': ['5', null],
      'attributes/12/unit': ['m', null],
    },
    { 'subassemblies/2/quantity': [1, null], 'subassemblies/2/sortOrder': [3, null] },
    { 'subassemblies/2/quantity': [null, 1], 'subassemblies/2/sortOrder': [null, 3] },
    { 'components/53/quantity': [5, null], 'components/53/notes': ['høyre', null] },
    { 'attributes/12/value': ['4', '5'] },
    {
      'attributes/12/description': [null, 'Lengde'],
      'attributes/12/value': [null, '4'],
      'attributes/12/unit': [null, 'm'],
    },
    { 'components/53/quantity': [2, 5], 'components/53/notes': [null, 'høyre'] },
    { 'components/53/quantity': [null, 2] },
    { name: [null, 'Linje'] },
  ])
})

test('history says who and by which way, in pages, to those who may see it', async (t) => {
  const side = await querySide(t)
  const { get, given, log } = side
  const id = '0198c0de-0000-7000-8000-000000000001'
  await given(
    registered(project, id, { projectNumber: 'P-1' }),
    registered(supplier, 1, { name: 'Ahlsell' }),
    ...Array.from({ length: 4 }, (_, n) => revised(supplier, 1, { city: `By ${n}` })),
    {
      ...revised(supplier, 1, { city: 'Oslo' }),
      user: 'ola',
      note: { userId: 'u-7', import: 'imp-1', file: 'l.csv', line: 3, reason: 'Flyttet' },
    },
  )
  const [newest] = await historyOf(side, 'suppliers/1/history')
  const last = log.events.at(-1)!
  t.same(newest, {
    position: String(last.position),
    at: last.metadata.at,
    recordedAt: new Date(last.writtenAt).toISOString(),
    user: { id: 'u-7', name: 'ola' },
    via: { kind: 'import', import: 'imp-1', file: 'l.csv', line: 3 },
    reason: 'Flyttet',
    event: null,
    text: null,
    changes: [{ field: 'city', from: 'By 3', to: 'Oslo' }],
    names: {},
    currency: null,
  })
  t.match(await historyOf(side, `projects/${id}/history`), [
    { user: { id: null, name: 'kari' }, via: { kind: 'form' }, reason: null },
  ])

  const seen: unknown[] = []
  for (let path = '/api/suppliers/1/history?limit=4', next: unknown = ''; next !== undefined;) {
    const reply = await get(path)
    const { data } = reply.json<{ data: HistoryItem[] }>()
    t.ok(data.every((item) => historyItem.safeParse(item).success))
    seen.push(...data.map(({ changes }) => changes[0]!.to))
    next = reply.headers['x-next-before']
    path = `/api/suppliers/1/history?limit=4&before=${String(next)}`
  }
  t.same(seen, ['Oslo', 'By 3', 'By 2', 'By 1', 'By 0', 'Ahlsell'])

  const status = async (path: string, role: 'leser' | 'revisor') =>
    (await get(`/api/${path}`, {}, role)).statusCode
  t.equal(await status('suppliers/1/history', 'leser'), 403)
  t.equal(await status('suppliers/1/history', 'revisor'), 200)
  t.equal(await status('suppliers/1/history?before=0', 'revisor'), 200)
  for (const path of ['suppliers/2/history', 'projects/1/history', 'suppliers/x/history'])
    t.equal(await status(path, 'revisor'), 404, path)
  for (const query of ['limit=501', 'limit=0', 'before=x', 'before=9999999999999999999', 'from=1'])
    t.equal(await status(`suppliers/1/history?${query}`, 'revisor'), 400, query)
})
