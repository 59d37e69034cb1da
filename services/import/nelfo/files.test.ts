import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { multipartBody, multipartHeaders, type Fields } from '../testing/importing.ts'
import { catalogue, head, piece, priceFile } from '../testing/price-files.ts'

test('articles that stand in from the margin are articles too', async (t) => {
  const { send } = await catalogue(t)
  const indented = Array.from({ length: 100 }, (_, i) => `\t ${piece(String(300_000 + i), 100)}`)
  const { body } = await send(
    'componenttypes',
    priceFile(...indented, ` ${piece('0100001', 2050)}`),
  )
  t.match(body.summary, { updated: 1, skipped: 100 })
})

test('files that are not such price files, or not of today, are refused whole', async (t) => {
  const { send, events } = await catalogue(t)
  const before = events().length
  const article = piece('0100001', 900)
  const refused = async (text: string, entity = 'componenttypes', fields: Fields = {}) =>
    (await send(entity, text, fields)).body.error
  const withHead = (more: string) => `${more}\r\n${article}\r\n`
  t.match(await refused(withHead('BH;EFONELFO;4.0;')), /en bestilling \(BH\)/)
  t.match(await refused(withHead('VH;EFONELFO;3.5;')), /versjon 3\.5/)
  t.match(await refused(head), /ingen varelinjer/)
  t.match(await refused(priceFile(article, head, article)), /ny hodepost på linje 3/)
  t.match(
    await refused(withHead('VH;EFONELFO;4.0;;;;29990101;;')),
    /gjelder først fra 01\.01\.2999/,
  )
  t.match(await refused(withHead('VH;EFONELFO;4.0;;;;;20191231;')), /gjaldt til 31\.12\.2019/)
  t.match(await refused(withHead('VH;EFONELFO;4.0;;;;;;XXX')), /Prisene er i XXX/)
  t.match(await refused(priceFile(article, 'VL;\u0000')), /nulltegn/)
  t.match(await refused(priceFile(`VL;1;${'x'.repeat(10_001)}`)), /Linje 2 er lengre/)
  t.match(await refused(priceFile(article), 'motortypes'), /importeres under Komponenter/)
  t.equal(events().length, before)
  const { body } = await send(
    'componenttypes',
    withHead('VH;EFONELFO;4.0;;;;;20191231;;;Nordlys Elektro'),
    {
      otherDates: 'take',
    },
  )
  t.match(body.summary, { updated: 1 })
})

test('a file is known by what is in it, whatever it is called and however it is encoded', async (t) => {
  const { ask, commands } = await catalogue(t)
  const post = (content: Uint8Array, file: { name: string; type: string }, fields: Fields = {}) =>
    ask(
      'POST',
      '/api/csv-import/componenttypes',
      multipartBody(content, fields, file),
      multipartHeaders,
    )
  const text = priceFile(piece('0000778', 2050).replace('Vare', 'Kabelrør 3/8"'))
  const create = { unknownItems: 'create', supplier: '1' }
  const windows = Uint8Array.from(text, (character) => character.codePointAt(0)!)
  const plain = { name: 'V4priser.all', type: 'application/octet-stream' }
  const { body } = await post(windows, plain, create)
  t.match(body, {
    summary: { created: 1 },
    understood: { text: /Windows-1252$/, encoding: 'windows-1252' },
  })
  const [made] = await commands.find(component, 'electricalNumber', '0000778')
  t.equal(made?.item.values['description'], 'Kabelrør 3/8" 0000778')
  // Ø as DOS has it, which Windows-1252 has not: asked about where names are made of it.
  const inDos = (number: string) =>
    Uint8Array.from(text.replaceAll('0000778', number).replace('ø', '\u009d'), (c) =>
      c.codePointAt(0)!,
    )
  const dos = inDos('0000779')
  t.match((await post(dos, plain, create)).body, { error: /«Kabelr.r.*eller .* som DOS/ })
  t.match((await post(dos, plain)).body, { summary: { skipped: 1 } })
  t.match((await post(dos, plain, { ...create, encoding: 'utf-16le' })).body, { error: /UTF-16/ })
  t.match((await post(dos, plain, { ...create, encoding: 'windows-1252' })).body, {
    summary: { created: 1 },
    warnings: [{ column: 'VaBetg', message: /tegn som ikke kunne leses/ }],
  })
  t.match((await post(inDos('0000780'), plain, { ...create, encoding: 'cp865' })).body, {
    summary: { created: 1 },
    understood: { text: /DOS \(CP865\)$/ },
  })
  const utf8 = new TextEncoder().encode(`\ufeff${text}\u001a`)
  t.match((await post(utf8, plain)).body, {
    summary: { unchanged: 1 },
    understood: { encoding: 'utf-8' },
  })
  t.match((await post(new TextEncoder().encode('Navn;Pris'), plain)).body, {
    code: 'UNSUPPORTED_TYPE',
    error: 'Vennligst velg en CSV-fil',
  })
})

test('a few bytes of DOS, in the head too, neither ask nor spoil other names', async (t) => {
  const { ask, commands } = await catalogue(t)
  const post = (content: Uint8Array, fields: Record<string, string> = {}) =>
    ask(
      'POST',
      '/api/csv-import/componenttypes',
      multipartBody(content, { unknownItems: 'create', supplier: '1', ...fields }),
      multipartHeaders,
    )
  const numbers = Array.from({ length: 40 }, (_, at) => String(200_000 + at).padStart(7, '0'))
  const text = priceFile(
    ...numbers.map((number) => piece(number, 2050).replace('Vare', 'GJENNOMFØRING BLÅ')),
    piece('0300001', 2050).replace('Vare', 'BEL\u009dSNING'),
  ).replace('OSLO', 'TROMS\u009d')
  const bytes = Uint8Array.from(text, (character) => character.codePointAt(0)!)
  for (const encoding of ['cp865', 'macintosh'])
    t.match(await post(bytes, { encoding }), { status: 400, body: { error: /^Filen er ikke / } })
  t.match((await post(bytes)).body, {
    summary: { created: 41, failed: 0 },
    understood: { encoding: 'windows-1252' },
    warningCount: 1,
    warnings: [{ line: 42, column: 'VaBetg', message: /tegn som ikke kunne leses/ }],
  })
  const [made] = await commands.find(component, 'electricalNumber', numbers[0]!)
  t.equal(made?.item.values['description'], `GJENNOMFØRING BLÅ ${numbers[0]}`)
})

test('faulty lines come back as a price file, and go in when they are put right', async (t) => {
  const { send, ask, prices } = await catalogue(t)
  const { body } = await send(
    'componenttypes',
    priceFile(
      piece('0100001', 2050).replace('2050', '20,50').replace('Vare', '=Rør "3/8"'),
      piece('0100002', 1),
    ),
  )
  t.match(body.summary, { failed: 2 })
  const faulty = await ask('GET', `/api/csv-import/jobs/${body.importId}/faulty.csv`)
  const lines = faulty.text.split('\r\n')
  t.equal(lines[0], `\ufeff${head}`)
  t.match(lines[1], /^VL;1;0100001;'=Rør "3\/8" 0100001;.*;Pris: Prisen skal stå i øre/)
  t.match(lines[2], /;PrisEnhet: Filen har pris per stk, men komponenten per m/)
  const corrected = faulty.text
    .replace('20,50', '2050')
    .replace('1;EA;STYKK;1;', '2;MTR;METER;100;')
  t.match((await send('componenttypes', corrected)).body.summary, { updated: 2, failed: 0 })
  t.match([await prices(1), await prices(2)], [{ listPrice: '20.5' }, { listPrice: '1' }])
})

test('what a dry run showed is run, and can be taken back', async (t) => {
  const { send, ask, ended, prices, events } = await catalogue(t)
  const before = events().length
  const dry = await send('componenttypes', priceFile(piece('0100001', 2050)), { dryRun: 'true' })
  t.match(dry.body, {
    dryRun: true,
    summary: { updated: 1 },
    priceChanges: [{ from: 20, to: 20.5 }],
  })
  t.equal(events().length, before)
  const url = `/api/csv-import/jobs/${dry.body.importId}`
  t.equal((await ask('POST', `${url}/run`)).status, 202)
  t.match(await ended(dry.body.importId), { state: 'done', answer: { summary: { updated: 1 } } })
  t.match(await prices(1), { costPrice: '10', listPrice: '20.5' })
  t.equal((await ask('POST', `${url}/undo`)).status, 202)
  t.match(await ended(dry.body.importId), { state: 'undone', undo: { restored: 1, keptCount: 0 } })
  t.match(await prices(1), { costPrice: '10', listPrice: '20', priceFactor: '1.4' })
})
