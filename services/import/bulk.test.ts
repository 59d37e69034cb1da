import { test } from 'tap'
import type { Role } from '#contracts/access.ts'
import { assembly, component } from '#contracts/catalogue/index.ts'
import { viaOf } from '#contracts/history.ts'
import { catalogue } from './testing/price-files.ts'

const json = { 'content-type': 'application/json' }

const started = async (t: Parameters<typeof catalogue>[0]) => {
  const importer = await catalogue(t)
  const { ask, ended } = importer
  const change = (body: object, role: Role = 'redaktør', entity = 'componenttypes') =>
    ask('POST', `/api/${entity}/bulk/change`, Buffer.from(JSON.stringify(body)), json, role)
  const act = async (id: string, what: 'run' | 'undo') => {
    await ask('POST', `/api/csv-import/jobs/${id}/${what}`)
    return ended(id)
  }
  const remove = async (body: object, entity = 'componenttypes') =>
    (await ask('POST', `/api/${entity}/bulk/delete`, Buffer.from(JSON.stringify(body)), json)).body
      .data
  return { ...importer, change, act, remove }
}

test('many records are changed as a dry run showed, and back again', async (t) => {
  const { change, act, ended, call, commands, events, prices } = await started(t)
  const valueOf = async (id: number) => (await commands.record(component, id))?.item.values ?? {}
  const before = events().length
  const { status, body } = await change({
    ids: [1, 2, 3, 3, 99],
    set: { type: 'El', supplierId: 2 },
    add: { tags: ['sentralt', 'lager'] },
    pricing: { costPercent: 2.55, priceFactor: 1.5 },
    dryRun: true,
    reason: 'Ny avtale',
  })
  t.equal(status, 202)
  t.same(body.data.fileName, '4 komponenter')
  const shown = await ended(body.data.id)
  t.match(shown, {
    kind: 'bulk',
    state: 'checked',
    answer: { summary: { updated: 3, failed: 1 }, understood: { format: 'selection' } },
  })
  t.match(shown.answer!.errors, [{ line: 4, value: '99', message: 'Finnes ikke lenger' }])
  t.match(shown.answer!.priceChanges, [
    { id: 1, what: 'Kostpris', from: 10, to: 10.255, percent: 2.6 },
    { id: 1, what: 'Prisfaktor', from: 1.4, to: 1.5 },
  ])
  t.match(
    shown.answer!.changes.filter(({ id }) => id === 1).map(({ field, to }) => [field, to]),
    [
      ['Type', 'El'],
      ['Tags', ['sentralt', 'lager']],
      ['Leverandør', 'Sørvik'],
    ],
  )
  t.equal(events().length, before, 'nothing is written yet')
  t.match(await act(body.data.id, 'run'), { state: 'done', answer: { summary: { updated: 3 } } })
  t.match(await prices(1), { costPrice: '10.255', priceFactor: '1.5', listPrice: '20' })
  t.equal(await prices(2), undefined, 'what has no price gets none')
  t.same(viaOf(events().at(-1)!), {
    kind: 'bulk',
    import: body.data.id,
    file: '4 komponenter',
  })
  t.equal(events().at(-1)!.metadata['reason'], 'Ny avtale')

  const less = await change({ ids: [3], remove: { tags: ['lager'] }, set: { notes: 'x' } })
  const one = { state: 'done', answer: { message: '1 komponent oppdatert' } }
  t.match(await ended(less.body.data.id), one)
  t.same((await valueOf(3))['tags'], ['sentralt'])
  t.match(await act(less.body.data.id, 'undo'), { state: 'undone', undo: { restored: 1 } })
  await call('PUT', '/api/componenttypes/2', { notes: 'noe annet' })
  t.match(await act(body.data.id, 'undo'), {
    state: 'undone',
    undo: {
      restored: 2,
      kept: [{ id: 2, title: 'Kabel', reason: 'Endret etterpå' }],
      keptCount: 1,
    },
  })
  t.match(await prices(1), { costPrice: '10', priceFactor: '1.4' })

  await call('PUT', '/api/componenttypes/3/offers/1', { costPrice: 8 })
  const { id } = (await change({ ids: [2, 3], set: { supplierId: 1 }, dryRun: true })).body.data
  const offered = [{ record: { id: 3, title: 'Sørviks' }, message: /har gitt et tilbud/ }]
  t.match((await ended(id)).answer, { summary: { updated: 1, failed: 1 }, errors: offered })
  t.match((await act(id, 'run')).answer, { summary: { updated: 1, failed: 1 }, errors: offered })
  const nobody = await change({ ids: [2], set: { supplierId: 99 }, dryRun: true })
  const missing = [{ record: { id: 2, title: 'Kabel' }, message: 'Leverandøren finnes ikke' }]
  t.match((await ended(nobody.body.data.id)).answer, { errors: missing })
  t.match(await valueOf(1), { type: null, tags: [], supplierId: 1 })
})

test('a change says what it is to do, of fields that many can share, and takes the right to edit', async (t) => {
  const { change, ask, ended, events } = await started(t)
  const before = events().length
  const refusals: readonly [object, string][] = [
    [{ ids: [], set: { type: 'x' } }, 'ids'],
    [{ ids: [1] }, 'set'],
    [{ ids: [1], set: { description: 'alle like' } }, 'set.description'],
    [{ ids: [1], set: { itoArticlenumber: 'K-1' } }, 'set.itoArticlenumber'],
    [{ ids: [1], pricing: { costPercent: -100 } }, 'pricing.costPercent'],
    [{ ids: [1], pricing: { listPercent: 5 }, maxMovedPrices: 1 }, 'movedPercent'],
    [{ ids: [1], fields: {} }, 'fields'],
  ]
  for (const [body, path] of refusals) {
    const { status, body: answer } = await change(body)
    t.match([status, answer.details], [400, [{ path }]], path)
  }
  for (const role of ['leser', 'revisor'] as const)
    t.equal((await change({ ids: [1], set: { type: 'x' } }, role)).status, 403)
  t.equal((await ask('POST', '/api/projects/bulk/change')).status, 404)
  const limited = { ids: [1], pricing: { costPercent: 30 }, maxMovedPrices: 0, movedPercent: 20 }
  const { body } = await change(limited)
  t.match(await ended(body.data.id), { state: 'failed', answer: { refusal: /^1 pris endres/ } })
  t.equal(events().length, before)
})

test('many are deleted, but for what is in use, and come back as they were', async (t) => {
  const { remove, act, ended, call, commands, events } = await started(t)
  await call('POST', '/api/assemblytypes', { name: 'Linje', description: 'x' })
  await call('POST', '/api/assemblytypes/1/components', { componentId: 2, quantity: 1 })
  const { id } = await remove({ ids: [1, 2, 3], dryRun: true })
  const held = await commands.record(component, 1)
  const inUse = { record: { id: 2, title: 'Kabel' }, message: /Linje/ }
  t.match((await ended(id)).answer, { summary: { deleted: 2, failed: 1 }, errors: [inUse] })
  const late = await remove({ ids: [3], dryRun: true })
  await ended(late.id)
  await call('PUT', '/api/componenttypes/3', { notes: 'Brukes likevel' })
  t.match(await act(late.id, 'run'), {
    answer: { summary: { deleted: 0, failed: 1 }, errors: [{ message: /endret siden/ }] },
  })
  const { id: again } = await remove({ ids: [1, 2, 3], dryRun: true })
  await ended(again)
  const done = await act(again, 'run')
  t.match(done, { state: 'done', answer: { message: /^2 komponenter slettet/, errors: [inUse] } })
  t.match(viaOf(events().at(-1)!), { kind: 'bulk' })
  t.equal(await commands.record(component, 1), undefined)

  t.match(await act(again, 'undo'), { state: 'undone', undo: { restored: 2, kept: [] } })
  const back = await commands.record(component, 1)
  t.same(back?.item.values, held?.item.values)
  t.equal(back?.item.prices.length, 1)
})

test('assemblies that hold each other are deleted together, and come back as they were', async (t) => {
  const { remove, act, ended, call, commands } = await started(t)
  const ids = [1, 2, 3, 4, 5]
  for (const id of ids)
    await call('POST', '/api/assemblytypes', { name: `Celle ${id}`, description: 'x' })
  for (const id of ids.slice(1))
    await call('POST', `/api/assemblytypes/${id - 1}/subassemblies`, { childAssemblyId: id })
  await call('POST', '/api/assemblytypes/4/components', { componentId: 2, quantity: 3 })
  const contents = async (id: number) =>
    (await call('PUT', `/api/assemblytypes/${id}`, {})).body.data['bomDetails']
  const before = await Promise.all(ids.map(contents))

  const { id } = await remove({ ids: ids.slice(1), dryRun: true }, 'assemblytypes')
  t.match((await ended(id)).answer, { summary: { deleted: 4, failed: 0 } })
  t.match(await act(id, 'run'), { state: 'done', answer: { summary: { deleted: 4 } } })
  t.equal(await commands.record(assembly, 4), undefined)
  await call('DELETE', '/api/componenttypes/2')
  const lacking = 'Komponenten «Kabel» er slettet siden og må hentes tilbake først.'
  t.match(await act(id, 'undo'), {
    state: 'undone',
    undo: {
      restored: 1,
      kept: [{ id: 2 }, { id: 3 }, { id: 4, title: 'Celle 4', reason: lacking }],
    },
  })
  await call('POST', '/api/componenttypes/2/reinstate', {})
  t.match(await act(id, 'undo'), { state: 'undone', undo: { restored: 4, kept: [] } })
  t.same(await Promise.all(ids.map(contents)), before)
})
