import { test } from 'tap'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import { startImporter } from './testing/importing.ts'

const file = (price: number, notes: string, type: string, supplier: string) =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Notater;Type;Leverandor',
    ...Array.from({ length: 12 }, (_, at) =>
      [`Skrue ${at}`, `A-${at}`, `K-${at}`, price, notes, type, supplier].join(';'),
    ),
  ].join('\n')

test('a dry run lists every field that would change, in pages, and warns where a supplier goes', async (t) => {
  const { send, ask } = await startImporter(t)
  await send('componenttypes', file(1, 'første', 'Feste', 'Ahlsell'))
  const next = file(2, 'andre\u2028linje', 'Bolt', '')
  const { body } = await send('componenttypes', next, { dryRun: 'true', emptyCells: 'clear' })
  const message = 'Leverandøren Ahlsell fjernes'
  t.match(body, { warningCount: 12, warnings: [{ line: 2, column: 'Leverandor', message }] })

  const page = async (query: string) => {
    const reply = await ask('GET', `/api/csv-import/jobs/${body.importId}/changes${query}`)
    const changes = reply.body.data as unknown as PlannedChange[]
    return { status: reply.status, changes, next: reply.headers['x-next-after'] }
  }
  const first = await page('?limit=30')
  const second = await page(`?limit=30&after=${String(first.next)}`)
  t.match(first.changes.slice(0, 4), [
    { line: 2, title: 'Skrue 0', field: 'Kostpris', from: 1, to: 2 },
    { field: 'Type', from: 'Feste', to: 'Bolt' },
    { field: 'Notater', from: 'første', to: /^andre\slinje$/ },
    { field: 'Leverandør', from: 'Ahlsell', to: null },
  ])
  t.equal(second.next, undefined)
  const seen = [...first.changes, ...second.changes].map(({ line, field }) => `${line} ${field}`)
  t.same([seen.length, new Set(seen).size], [48, 48])
  t.same((await page('')).changes.length, 48)
  t.equal((await page('?after=5')).status, 400, 'no page ended there')
  t.equal((await page('?after=99999999')).status, 400)

  const { body: done } = await send('componenttypes', file(3, 'tredje', 'Feste', 'Ahlsell'))
  t.equal((await ask('GET', `/api/csv-import/jobs/${done.importId}/changes`)).status, 404)
})

test('a dry run names a supplier as it is registered, however the file spells it', async (t) => {
  const { send } = await startImporter(t)
  await send('suppliers', 'Navn;Ordre e-post\nAhlsell;a@b.no')
  await send('componenttypes', file(1, 'første', 'Feste', ''))
  const next = file(1, 'første', 'Feste', 'AHLSELL ')
  const { body } = await send('componenttypes', next, { dryRun: 'true' })
  t.match(body.changes[0], { field: 'Leverandør', from: null, to: 'Ahlsell' })
})

test('a field that somebody has changed since the dry run is not overwritten unseen', async (t) => {
  const { send, ask, call, ended } = await startImporter(t)
  await send('componenttypes', file(1, 'første', 'Feste', ''))
  const next = file(1, 'første', 'Bolt', '')
  const { body } = await send('componenttypes', next, { dryRun: 'true' })
  await call('PUT', '/api/componenttypes/1', { type: 'Mutter' })
  await call('PUT', '/api/componenttypes/2', { weight: 2 })
  await ask('POST', `/api/csv-import/jobs/${body.importId}/run`)
  t.match((await ended(body.importId)).answer, {
    summary: { updated: 11, failed: 1 },
    errors: [{ line: 2, message: /^Posten er endret siden prøvekjøringen/ }],
  })
})
