import { test } from 'tap'
import { viaOf } from '#contracts/history.ts'
import { asUser, requestFor } from '#kernel/testing/requests.ts'
import { multipartBody, multipartHeaders } from './testing/importing.ts'
import { catalogue, piece, priceFile } from './testing/price-files.ts'

test('every event says by which way it came: form, token, import, price file, clone, undo', async (t) => {
  const { app, call, ask, ended, events } = await catalogue(t)
  let seen = 0
  /** What was written since it was last asked. */
  const written = () => {
    const since = events().slice(seen)
    seen = events().length
    return since.map((event) => [event.stream.split('-')[0], event.type, viaOf(event)] as const)
  }
  const upload = async (content: string, name: string, token?: string) => {
    const body = multipartBody(content, {}, { name })
    const headers = { ...asUser('redaktør', token), ...multipartHeaders }
    return (await ask('POST', '/api/csv-import/componenttypes', body, headers)).body.importId
  }
  const form = { kind: 'form' }
  t.same(new Set(written().map(([, , via]) => JSON.stringify(via))), new Set(['{"kind":"form"}']))

  await call('PUT', '/api/pricing/componenttype-1', { costPrice: 11 })
  t.same(written(), [['componenttype', 'ItemPriced', form]])

  const price = { costPrice: 12 }
  const byToken = asUser('redaktør', 'nattjobb')
  await app.inject(requestFor('PUT', '/api/pricing/componenttype-1', price, byToken))
  t.same(written(), [['componenttype', 'ItemPriced', { kind: 'token', token: 'nattjobb' }]])
  t.equal(events().at(-1)?.metadata.user, 'kari')

  for (const name of ['Linje', 'Stasjon'])
    await call('POST', '/api/assemblytypes', { name, description: 'x' })
  await call('POST', '/api/assemblytypes/1/components', { componentId: 1 })
  await call('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: 2 })
  t.ok(written().every(([, , { kind }]) => kind === 'form'))
  await call('POST', '/api/assemblytypes/1/clone', { name: 'Linje 2' })
  t.same(written(), [
    ['assembly', 'ItemRegistered', { kind: 'clone' }],
    ['assembly', 'AssemblyCloned', { kind: 'clone' }],
  ])

  const rows =
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Leverandor\nMutter;M-1;K-1;5;Würth\n'
  const csv = await upload(rows, 'C:\\Priser\\Muttere\u0007 på bånd.csv')
  const of = { import: csv, file: 'Muttere på bånd.csv' }
  t.same(written(), [
    ['supplier', 'ItemRegistered', { kind: 'import', ...of }],
    ['componenttype', 'ItemRegistered', { kind: 'import', ...of, line: 2 }],
    ['componenttype', 'ItemPriced', { kind: 'import', ...of, line: 2 }],
  ])
  const nelfo = await upload(priceFile(piece('0100001', 900)), `${'V'.repeat(300)}.txt`, 'natt')
  const file = `${'V'.repeat(251)}.txt`
  t.same(written(), [
    [
      'componenttype',
      'ItemPriced',
      { kind: 'pricefile', import: nelfo, file, line: 2, token: 'natt' },
    ],
  ])

  for (const id of [nelfo, csv]) {
    await ask('POST', `/api/csv-import/jobs/${id}/undo`)
    await ended(id)
  }
  t.same(written(), [
    ['componenttype', 'ItemPriced', { kind: 'undo', import: nelfo, file }],
    ['componenttype', 'ItemRemoved', { kind: 'undo', ...of }],
    ['supplier', 'ItemRemoved', { kind: 'undo', ...of }],
  ])
})
