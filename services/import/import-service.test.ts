import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { startImporter, multipartBody, multipartHeaders } from './testing/importing.ts'

const header = 'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor;Leverandor;Produsent'
const lines = (...rows: string[]) => `${header}\r\n${rows.join('\r\n')}\r\n`
const three = lines(
  'Lager 6204;0815;K-1;125,50;1,4;Nordlys AS;Nordgir',
  'Lager 6205;0816;K-2;12 345,50;1;nordlys as;Nordgir',
  'Blåsebelg;0817;;;;Sørvik;Sørvik',
)

test('a file becomes records, with the suppliers and manufacturers it names', async (t) => {
  const { send, ask, commands, events } = await startImporter(t)
  const { status, body, headers } = await send('componenttypes', three)
  t.equal(status, 200)
  t.match(body, {
    success: true,
    message:
      '3 nye komponenter opprettet, 2 nye leverandører opprettet, 2 nye produsenter opprettet',
    summary: { created: 3, updated: 0, skipped: 0, unchanged: 0, failed: 0 },
    createdSuppliers: 2,
    createdManufacturers: 2,
    errors: [],
    understood: {
      text: 'Semikolon, desimalkomma, UTF-8, beløp leses som NOK',
      currency: 'NOK',
      rows: 3,
      uniqueIdentifier: 'itoArticlenumber',
    },
  })
  t.match(headers['x-event-position'], /^\d+$/)
  t.equal(events().length, 9, 'three with two prices, two suppliers, two manufacturers')

  const written = events().length
  const again = await send('componenttypes', three)
  t.match(again.body, {
    summary: { created: 0, updated: 0, unchanged: 3, failed: 0 },
    createdSuppliers: 0,
  })
  t.equal(events().length, written, 'the same file twice appends nothing the second time')
  const typeset = await send('componenttypes', three.replace('K-1', 'K\u20111'))
  t.match(typeset.body, { summary: { created: 0, unchanged: 3 } }, 'a non-breaking hyphen')

  const changed = three.replace('125,50', '1255,00')
  const skipped = await send('componenttypes', changed, { updateBehavior: 'skip' })
  t.match(skipped.body.summary, { skipped: 3, updated: 0 })
  const updated = await send('componenttypes', changed, { updateBehavior: 'update' })
  t.match(updated.body, {
    summary: { updated: 1, unchanged: 2 },
    priceChanges: [
      { line: 2, what: 'Kostpris', from: 125.5, to: 1255, percent: 900, warning: /10 ganger/ },
    ],
  })
  t.equal(events().length, written + 1)
  t.match(events().at(-1), {
    type: 'ItemPriced',
    metadata: { user: 'kari', userId: 'u1', import: updated.body.importId, line: 2 },
    data: { price: { costPrice: '1255', unit: 'stk' }, previous: { costPrice: '125.5' } },
  })
  const [lager] = await commands.find(component, 'itoArticlenumber', 'k-1')
  t.match(lager?.item.values, { supplierArticlenumber: '0815', supplierId: 1, manufacturerId: 1 })
  t.equal((await ask('GET', '/api/csv-import/jobs')).status, 200)
})

test('a dry run writes nothing, and is then run as it was shown', async (t) => {
  const { send, ask, ended, events, call } = await startImporter(t)
  const dry = await send('componenttypes', three, { dryRun: 'true' })
  t.match(dry.body, {
    dryRun: true,
    message: /^Prøvekjøring: 3 nye komponenter/,
    summary: { created: 3 },
    createdSuppliers: 2,
    createdManufacturers: 2,
  })
  t.equal(events().length, 0)
  // Somebody takes one of the numbers before it is run.
  await call('POST', '/api/componenttypes', { description: 'Annet', itoArticlenumber: 'K-2' })
  const { importId } = dry.body
  t.equal((await ask('POST', `/api/csv-import/jobs/${importId}/run`)).status, 202)
  const job = await ended(importId)
  t.match(job, {
    state: 'done',
    rows: 3,
    done: 3,
    answer: {
      dryRun: false,
      summary: { created: 2, failed: 1 },
      errors: [{ line: 3, message: /endret siden prøvekjøringen/ }],
    },
  })
  t.match((await ask('POST', `/api/csv-import/jobs/${importId}/run`)).body, { code: 'CONFLICT' })
})

test('a file that cannot be read is refused, and nothing is written or kept', async (t) => {
  const { send, ask, events } = await startImporter(t)
  const refused = async (content: string | Uint8Array) => {
    const { status, body } = await send('componenttypes', content)
    return [status, body.code, body.error] as const
  }
  t.match(await refused(`${header}\nLager;1;K-1;1;1;;\n"uten slutt;2;;;;;\n`), [
    400,
    'VALIDATION',
    /aldri lukket/,
  ])
  t.match(await refused('Navn\nA\n'), [400, 'VALIDATION', /mangler kolonnene/])
  t.match(await refused(''), [400, 'VALIDATION', /tom/])
  t.match(await refused(Uint8Array.from([0xff, 0xfe, 1])), [400, 'VALIDATION', /UTF-16/])
  t.equal(events().length, 0)
  t.match((await ask('GET', '/api/csv-import/jobs')).body, { data: [] })
  const post = (body: Buffer, headers = multipartHeaders) =>
    ask('POST', '/api/csv-import/suppliers', body, headers)
  t.match((await post(multipartBody('Navn', {}, { name: 'bilde.png', type: 'image/png' }))).body, {
    code: 'UNSUPPORTED_TYPE',
    error: 'Vennligst velg en CSV-fil',
  })
  const excel = multipartBody(
    'Navn,Ordre e-post\nA,a@b.no\n',
    {},
    { type: 'application/vnd.ms-excel' },
  )
  t.equal((await post(excel)).status, 200)
  t.match((await post(excel.subarray(0, -20))).body, {
    code: 'VALIDATION',
    error: /kom ikke helt frem/,
  })
  t.match((await post(multipartBody('x', { uniqueIdentifier: 'id' }))).body, { code: 'VALIDATION' })
  t.match((await post(multipartBody('x', { decimal: '!' }))).body, { code: 'VALIDATION' })
  t.match((await post(multipartBody('x', { constructor: '1' }))).status, 400)
  t.equal((await ask('POST', '/api/csv-import/manufacturers', excel, multipartHeaders)).status, 404)
  t.equal(
    (await ask('POST', '/api/csv-import/suppliers', excel, multipartHeaders, 'leser')).status,
    403,
  )
})

test('a file with headings of its own says what it has, and is read as somebody says', async (t) => {
  const { send, ask, ended } = await startImporter(t)
  const file = 'Varenr;Varenavn;Nettopris\nA-1;Bolt;12,50\n'
  t.match((await send('componenttypes', file)).body, {
    code: 'VALIDATION',
    details: [{ path: 'file', headings: ['Varenr', 'Varenavn', 'Nettopris'] }],
  })
  const url = '/api/csv-import/componenttypes?async=true'
  const begun = await ask('POST', url, multipartBody(file), multipartHeaders)
  t.match(await ended(begun.body.data.id), {
    state: 'failed',
    headings: ['Varenr', 'Varenavn', 'Nettopris'],
  })
  const mapping = JSON.stringify({
    Varenr: 'supplierArticlenumber',
    Varenavn: 'description',
    Nettopris: 'pricing.costPrice',
  })
  const dry = await send('componenttypes', file, { mapping, dryRun: 'true' })
  t.match(dry.body, { summary: { created: 1, failed: 0 } })
  await ask('POST', `/api/csv-import/jobs/${dry.body.importId}/run`)
  t.match(await ended(dry.body.importId), { state: 'done', answer: { summary: { created: 1 } } })
  for (const wrong of ['{"x":', '[1]', '{"Varenr":1}', 'null'])
    t.match((await send('componenttypes', file, { mapping: wrong })).body, {
      code: 'VALIDATION',
      details: [{ path: 'mapping', message: 'Kolonnevalgene kan ikke leses' }],
    })
})

test('the currency of amounts that name none can be said', async (t) => {
  const { send, commands } = await startImporter(t)
  const file = 'Beskrivelse;Leverandor art.nr;Pris CAD\nBolt;A-1;12,50\n'
  t.match(await send('componenttypes', file), {
    status: 400,
    body: { error: /«Pris CAD» er i CAD/, details: [{ column: 'Pris CAD', value: 'CAD' }] },
  })
  const { body } = await send('componenttypes', file, { currency: 'USD' })
  t.match(body, { summary: { created: 1 }, understood: { text: /beløp leses som USD/ } })
  const [bolt] = await commands.find(component, 'supplierArticlenumber', 'A-1')
  t.match(bolt?.item.prices.at(-1)?.price, { costPrice: '12.5', costPriceCurrency: 'USD' })
  t.equal((await send('componenttypes', file, { currency: 'CAD' })).status, 400)
})

test('a file above the limit is refused, not cut', async (t) => {
  const { send } = await startImporter(t)
  const content = Buffer.alloc(100 * 1024 * 1024 + 10, 'a')
  const { status, body } = await send('suppliers', content)
  t.same([status, body.code], [413, 'TOO_LARGE'])
})

test('the same Idempotency-Key is the same import', async (t) => {
  const { send, events } = await startImporter(t)
  const key = { 'idempotency-key': '3f0c7c86-2f0b-4a7e-9a39-0a7a1c1f5a10' }
  const first = await send('componenttypes', three, {}, key)
  const written = events().length
  const second = await send('componenttypes', three, {}, key)
  t.same(second.body, first.body)
  t.equal(events().length, written)
  for (const other of [
    await send('suppliers', 'x', {}, key),
    await send('componenttypes', three.replace('12', '13'), {}, key),
    await send('componenttypes', three, { updateBehavior: 'skip' }, key),
    await send('componenttypes', three, { dryRun: 'true' }, key),
  ])
    t.match(other, { status: 409, body: { code: 'CONFLICT' } })
  t.same((await send('componenttypes', three, {}, key)).body, first.body)
  t.equal(events().length, written)
})

test('templates are downloaded by their names', async (t) => {
  const { ask } = await startImporter(t)
  const reply = await ask('GET', '/api/csv-import/motortypes/template', undefined, {}, 'leser')
  t.match(reply.headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': /filename="motortyper_mal.csv"/,
  })
  t.match(reply.text, /^Leverandor art\.nr,Beskrivelse,.*\r\n$/)
  t.equal((await ask('GET', '/api/csv-import/projects/template')).status, 404)
})

test('files that held what was erased are removed, with the imports of other things kept', async (t) => {
  const { send, ask } = await startImporter(t)
  await send('suppliers', 'Navn,Ordre e-post,Kontaktperson\nAhlsell,o@a.no,Per Hansen\n')
  await send('componenttypes', three)
  const jobs = async () =>
    ((await ask('GET', '/api/csv-import/jobs')).body.data as unknown as { entity: string }[]).map(
      ({ entity }) => entity,
    )
  t.same(new Set(await jobs()), new Set(['suppliers', 'componenttypes']))
  t.equal((await ask('DELETE', '/api/suppliers/1/contact')).status, 200)
  while ((await jobs()).includes('suppliers')) await new Promise((done) => setTimeout(done, 5))
  t.same(await jobs(), ['componenttypes'])
})
