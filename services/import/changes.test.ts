import { test } from 'tap'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import { startImporter } from './testing/importing.ts'

const file = (price: number, notes: string, supplier: string) =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Notater;Leverandor',
    ...Array.from({ length: 12 }, (_, at) =>
      [`Skrue ${at}`, `A-${at}`, `K-${at}`, price, notes, supplier].join(';'),
    ),
  ].join('\n')

test('a dry run lists every field that would change, in pages, and warns of other suppliers', async (t) => {
  const { send, ask } = await startImporter(t)
  await send('componenttypes', file(1, 'første', 'Ahlsell'))
  const { body } = await send('componenttypes', file(2, 'andre\u2028linje', 'Würth'), {
    dryRun: 'true',
  })
  const text = 'Leverandøren endres fra Ahlsell til Würth'
  t.match(body, { warningCount: 12, warnings: [{ line: 2, column: 'Leverandor', message: text }] })

  const page = async (query: string) => {
    const reply = await ask('GET', `/api/csv-import/jobs/${body.importId}/changes${query}`)
    const changes = reply.body.data as unknown as PlannedChange[]
    return { status: reply.status, changes, next: reply.headers['x-next-after'] }
  }
  const first = await page('?limit=20')
  const second = await page(`?limit=20&after=${String(first.next)}`)
  t.match(first.changes.slice(0, 3), [
    { line: 2, title: 'Skrue 0', field: 'Kostpris', from: 1, to: 2 },
    { field: 'Notater', from: 'første', to: /^andre\slinje$/ },
    { field: 'Leverandør', from: 'Ahlsell', to: 'Würth' },
  ])
  t.equal(second.next, undefined)
  const seen = [...first.changes, ...second.changes].map(({ line, field }) => `${line} ${field}`)
  t.same([seen.length, new Set(seen).size], [36, 36])
  t.same((await page('')).changes.length, 36)
  t.equal((await page('?after=5')).status, 400, 'no page ended there')
  t.equal((await page('?after=99999999')).status, 400)

  const { body: done } = await send('componenttypes', file(3, 'tredje', 'Würth'))
  t.equal((await ask('GET', `/api/csv-import/jobs/${done.importId}/changes`)).status, 404)
})
