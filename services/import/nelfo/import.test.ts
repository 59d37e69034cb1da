import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { Fields } from '../testing/importing.ts'
import { catalogue, line, piece, priceFile } from '../testing/price-files.ts'

test('a price file changes the prices of the components whose El-nummer it has, and nothing else', async (t) => {
  const { send, prices, events, commands } = await catalogue(t)
  const file = priceFile(
    piece('0100001', 2050),
    'VX;BILDE;https://example.com/1.jpg',
    'VA;2;7012345678901;V',
    'vx;FDV;https://example.com/1.pdf',
    line('0100002', '2;HMT;100 m;385000;1000000;20200901;2;;R20;;;J;;1000;B'),
    piece('0100003', 900),
    piece('0999999', 100),
    'VL;2;7012345678901;Strekkode;;1;EA;STYKK;100;10000;20200901;2;;;;;;;;',
  )
  const { status, body } = await send('componenttypes', file)
  t.equal(status, 200)
  t.match(body, {
    message: '2 komponenter oppdatert, 3 rader hoppet over',
    summary: { created: 0, updated: 2, unchanged: 0, skipped: 3, failed: 0 },
    errors: [],
    warnings: [
      { line: 3, value: 'VX', message: '2 VX-linjer (bilder og datablad) leses ikke' },
      { line: 4, value: 'VA', message: '1 VA-linje (alternativer og GTIN) leses ikke' },
    ],
    understood: {
      format: 'nelfo',
      text: 'EFO/NELFO 4.0, varefil fra Nordlys Elektro AS, gjelder fra 01.09.2020, NOK, UTF-8',
      rows: 5,
      uniqueIdentifier: 'electricalNumber',
    },
    priceChanges: [
      { line: 2, title: 'Bryter', what: 'Listepris', from: 20, to: 20.5, percent: 2.5 },
    ],
  })
  t.same(await prices(1), {
    costPrice: '10',
    costPriceCurrency: 'NOK',
    priceFactor: '1.4',
    listPrice: '20.5',
    unit: 'stk',
  })
  t.match(
    await prices(2),
    { listPrice: '38.5', costPrice: '34.65', unit: 'm' },
    'per metre, less ten percent',
  )
  t.notOk(await prices(3), 'another supplier has it')
  t.match((await commands.record(component, 2))?.item.values, { description: 'Kabel', unit: 'm' })
  t.match(events().at(-1), {
    type: 'ItemPriced',
    metadata: {
      import: body.importId,
      source: { format: 'EFO/NELFO 4.0', seller: 'Nordlys Elektro AS', sellerId: 'NO987654321MVA' },
    },
  })

  const written = events().length
  const again = await send('componenttypes', file)
  t.match(again.body.summary, { updated: 0, unchanged: 2, skipped: 3 })
  t.equal(events().length, written, 'the same file twice appends nothing the second time')
})

const fails = async (
  importer: Awaited<ReturnType<typeof catalogue>>,
  lines: string[],
  fields: Fields = {},
) => {
  const { body } = await importer.send('componenttypes', priceFile(...lines), fields)
  return (body.errors ?? []).map(({ line: at, column, message }) => `${at} ${column}: ${message}`)
}

test('what a line leaves in doubt is told, and not done; what is in no doubt is', async (t) => {
  const importer = await catalogue(t)
  const { add, events, prices } = importer
  await add({ description: 'To like', electricalNumber: '0100004', supplierId: 1 })
  await add({ description: 'To like', electricalNumber: '0100004' })
  const before = events().length
  t.match(
    await fails(importer, [
      piece('0100001', 2050),
      piece('0100001', 2150),
      piece('0100004', 100),
      line('0100002', '2;HMT;100 m;385000;10000;20200901;2'),
      'VL;1;;Uten nummer;;1;EA;;100;10000;20200901;2',
      'PL;1;0100002;Vare;;2;MTR;;100;10000;20200901;2',
      'VL;1;0100002;Vare;med; semikolon;2;MTR;;100;10000;20200901;2',
    ]),
    [
      /^2 VareNr: El-nummeret står på linje 2 og 3 med ulike opplysninger/,
      /^3 VareNr: El-nummeret står på linje 2 og 3/,
      /^4 VareNr: Flere komponenter har denne verdien \(id 4, 5\)/,
      /^5 VareNr: El-nummeret står på linje 5 og 8/,
      /^6 VareNr: VareNr mangler/,
      /^7 PostType: Posten PL hører ikke til i filen/,
      /^8 VareNr: El-nummeret står på linje 5 og 8/,
    ],
  )
  t.equal(events().length, before, 'nothing is written')
  t.match(
    await fails(
      importer,
      [
        line('0100001', '2;MTR;METER;100;10000;20200901;2'),
        line('0100002', '2;MTR;METER;100;10000;29990901;2'),
        'VL;1;0100003;Vare;med; semikolon;2;MTR;;100;10000;20200901;2',
      ],
      { otherSuppliers: 'take' },
    ),
    [
      /^2 PrisEnhet: Filen har pris per m, men komponenten per stk/,
      /^3 PrisDato: Prisen gjelder først fra 01\.09\.2999/,
      /^4 Pris: Pris mangler/,
      /^4 PrisEnhet: Prisenheten skal være en kode/,
      /^4 Status: /,
      /^4 PrisDato: /,
    ],
  )
  t.same(
    await fails(importer, [line('0100002', '2;MTR;METER;123;10000;29990901;2')], {
      otherDates: 'take',
    }),
    [],
  )
  t.match(await prices(2), { listPrice: '1.23' })
})

test('a price holds from the day of its line, or from today where another has come since', async (t) => {
  const { add, send, commands } = await catalogue(t)
  await add({ description: 'Ny', electricalNumber: '0100004', supplierId: 1 })
  const days = async (id: number) =>
    (await commands.record(component, id))?.item.prices.map(({ validFrom, price }) => [
      validFrom,
      price.listPrice,
    ])
  await send('componenttypes', priceFile(piece('0100001', 2050), piece('0100004', 900)))
  t.same(await days(1), [[null, '20.5']], 'it had a price of today')
  t.same(await days(4), [['2020-09-01', '9']])
  const coming = piece('0100004', 950).replace('20200901', '29990901')
  await send('componenttypes', priceFile(coming), { otherDates: 'take' })
  t.same(await days(4), [
    ['2020-09-01', '9'],
    ['2999-09-01', '9.5'],
  ])
})

test('lines are left alone for a reason that is told', async (t) => {
  const { send, events } = await catalogue(t)
  const before = events().length
  const { body } = await send(
    'componenttypes',
    priceFile(
      piece('0100001', 900).replace(';20200901;2;', ';20200901;3;'),
      piece('0100002', 0).replace(';1;EA;', ';2;MTR;'),
      piece('0100003', 900),
      piece('0999999', 100),
      piece('0999999', 100),
      'VL;3;0100001;Produsentens eget nummer;;1;EA;;100;10000;20200901;2',
      'VL;9;21;FRAKT;;1;EA;STYKK;0;10000;20200901;0;;;;;;',
    ),
    { dryRun: 'true' },
  )
  t.match(body, {
    summary: { skipped: 7, failed: 0 },
    skipped: {
      discontinued: 1,
      noPrice: 1,
      otherSupplier: 1,
      notFound: 1,
      repeated: 1,
      otherNumber: 2,
    },
    warnings: [
      { line: 2, column: 'Status', value: '3', message: /utgår hos grossisten/ },
      { line: 3, column: 'Pris', value: '0', message: /ingen pris/ },
    ],
    warningCount: 2,
  })
  t.equal(events().length, before)
})

test('whose components are changed can be said', async (t) => {
  const { send, prices } = await catalogue(t)
  const file = priceFile(piece('0100001', 2050), piece('0100003', 900))
  t.match((await send('componenttypes', file, { supplier: '2' })).body.summary, {
    updated: 1,
    skipped: 1,
  })
  t.match(await prices(3), { listPrice: '9' })
  t.match((await send('componenttypes', file, { otherSuppliers: 'take' })).body.summary, {
    updated: 1,
    unchanged: 1,
  })
  t.match((await send('componenttypes', file, { supplier: 'all' })).body, {
    code: 'VALIDATION',
    details: [{ path: 'supplier' }],
  })
})

test('articles may become components, of a supplier that somebody chose', async (t) => {
  const { send, commands, prices } = await catalogue(t)
  const file = priceFile(piece('0000777', 2050), piece('0100001', 2050))
  t.match((await send('componenttypes', file, { unknownItems: 'create' })).body, {
    code: 'VALIDATION',
    details: [{ path: 'supplier', message: /Velg leverandør/ }],
  })
  const { body } = await send('componenttypes', file, { unknownItems: 'create', supplier: '1' })
  t.match(body, { summary: { created: 1, updated: 1 }, createdSuppliers: 0 })
  const [made] = await commands.find(component, 'electricalNumber', '0000777')
  t.match(made?.item.values, {
    description: 'Vare 0000777',
    electricalNumber: '0000777',
    supplierArticlenumber: '0000777',
    supplierId: 1,
    unit: 'stk',
  })
  t.match(await prices(made!.id), { costPrice: null, listPrice: '20.5', unit: 'stk' })
  const again = await send('componenttypes', file, { unknownItems: 'create', supplier: '1' })
  t.match(again.body.summary, { created: 0, unchanged: 2 })
})

test('components of other suppliers may get an offer of the wholesaler instead', async (t) => {
  const { send, commands, prices, ask, ended } = await catalogue(t)
  const file = priceFile(piece('0100003', 900, ';;R10;;;J;;1000;B'), piece('0100001', 2050))
  const asked = { otherSuppliers: 'offer', supplier: '1' }
  t.match((await send('componenttypes', file, { otherSuppliers: 'offer' })).body, {
    details: [{ path: 'supplier', message: 'Velg leverandør når prisene skal bli tilbud' }],
  })
  const { body } = await send('componenttypes', file, asked)
  t.match(body, { summary: { updated: 2 }, warnings: [{ message: /^Blir et tilbud fra Nordlys/ }] })
  const offers = async () => [...(await commands.record(component, 3))!.item.offers]
  t.match(await offers(), [[1, { supplierArticlenumber: '0100003', costPrice: '8.1' }]])
  t.notOk(await prices(3), 'its own price stays as it is')
  t.match((await send('componenttypes', file, asked)).body.summary, { unchanged: 2 })

  const gross = await send('componenttypes', priceFile(piece('0100003', 950)), asked)
  t.match(gross.body, { skipped: { noPrice: 1 } })
  await ask('POST', `/api/csv-import/jobs/${body.importId}/undo`)
  t.match((await ended(body.importId)).undo, { restored: 2 })
  t.same(await offers(), [])
})

test('a price file for a supplier who is not there is refused, dry run or not', async (t) => {
  const { send, events, model } = await catalogue(t)
  const before = events().length
  const file = priceFile(piece('0999999', 100), piece('0100001', 2050))
  for (const more of [{ unknownItems: 'create' }, { otherSuppliers: 'offer', priceType: 'N' }])
    for (const dryRun of ['true', 'false']) {
      const { status, body } = await send('componenttypes', file, {
        supplier: '999',
        ...more,
        dryRun,
      })
      t.match([status, body.error], [400, 'Leverandøren finnes ikke.'])
    }
  t.equal(events().length, before)
  t.equal(model.records('suppliers').highest(), 2, 'and none without a name is made')
})
