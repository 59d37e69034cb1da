import { test } from 'tap'
import { catalogue, piece, priceFile } from './testing/price-files.ts'

const limit = (maxMovedPrices: number, movedPercent: string) => ({
  maxMovedPrices: String(maxMovedPrices),
  movedPercent,
})

test('nothing is written where more prices move further than was allowed', async (t) => {
  const { send, ask, ended, events, add } = await catalogue(t)
  await add({ description: 'Lampe', electricalNumber: '0100004', pricing: { listPrice: 10 } })
  const before = events().length
  // 20 becomes 26, 10 becomes 10.50.
  const file = priceFile(piece('0100001', 2600), piece('0100004', 1050))
  const refusal = '1 pris endres med mer enn 20 %. Grensen er 0, så ingenting importeres.'

  const refused = await send('componenttypes', file, limit(0, '20'))
  t.match(refused, { status: 422, body: { code: 'LIMIT', error: refusal } })
  const { importId } = refused.body.details as { importId: string }
  t.match(await ended(importId), {
    state: 'failed',
    error: refusal,
    answer: { priceChanges: [{ what: 'Listepris', percent: 30 }, { percent: 5 }] },
  })
  t.equal((await ask('POST', `/api/csv-import/jobs/${importId}/run`)).status, 422)

  const shown = await send('componenttypes', file, { ...limit(1, '4,9'), dryRun: 'true' })
  t.match(shown, { status: 200, body: { refusal: /^2 priser endres med mer enn 4,9 %/ } })
  const run = await ask('POST', `/api/csv-import/jobs/${shown.body.importId}/run`)
  t.match(run, { status: 422, body: { code: 'LIMIT' } })
  t.equal(events().length, before)

  const key = { 'idempotency-key': '7d1f0a52-6a5f-4c6e-9d2b-0c8f2b1d3e4f' }
  for (const _ of [1, 2])
    t.equal((await send('componenttypes', file, limit(0, '5'), key)).status, 422)
  t.match((await send('componenttypes', file, { maxMovedPrices: '3' })).body, {
    code: 'VALIDATION',
    details: [{ path: 'movedPercent' }],
  })

  const taken = await send('componenttypes', file, limit(1, '20'))
  t.match(taken, { status: 200, body: { refusal: null, dryRun: false, summary: { updated: 2 } } })
  t.equal(events().length, before + 2)
})
