import { test, type Test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { rowsOf, workbook } from '#kernel/xlsx/testing/workbooks.ts'
import { multipartBody, multipartHeaders, startImporter } from '../testing/importing.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const importing = async (t: Test) => {
  const { ask, ended, commands } = await startImporter(t)
  const post = (file: Uint8Array, fields: Record<string, string> = {}, query = '') =>
    ask(
      'POST',
      `/api/csv-import/componenttypes${query}`,
      multipartBody(file, fields, { name: 'priser.xlsx', type }),
      multipartHeaders,
    )
  const costOf = async (number: string) => {
    const [found] = await commands.find(component, 'supplierArticlenumber', number)
    return found?.item.prices.map(({ from, price }) => [from, price.costPrice])
  }
  return { ask, post, ended, costOf }
}

const headings = ['Beskrivelse', 'Leverandor art.nr', 'El-Nummer', 'Kostpris', 'Gjelder fra']

test('a workbook is imported as a CSV file is, by the rows of its sheet', async (t) => {
  const { post, ask, costOf } = await importing(t)
  const rows = [
    ['Prisliste'],
    [],
    headings,
    ['Lager', '007-1', '0100001', 12.345, '2027-01-01', null, 'et notat ved siden av'],
    [],
    ['Belg', 7041234567890, null, '1.234,50'],
    ['Uten nummer'],
  ]
  const faulty =
    '<row r="9"><c r="A9" t="inlineStr"><is><t>Rem</t></is></c><c r="B9"><v>1</v></c><c r="D9" t="e"><v>#N/A</v></c></row>'
  const file = workbook([{ name: 'Priser', rows: rowsOf(rows) + faulty }])
  const { status, body } = await post(file)
  t.equal(status, 200)
  t.match(body, {
    summary: { created: 2, failed: 2 },
    errors: [
      { line: 7, column: 'Leverandor art.nr' },
      { line: 9, column: 'Kostpris', value: '#N/A', message: 'Cellen har feilen #N/A i Excel' },
    ],
    understood: {
      format: 'xlsx',
      sheet: 'Priser',
      text: 'Excel-arbeidsbok, ark «Priser», overskrifter på linje 3, beløp leses som NOK',
      rows: 4,
    },
  })
  t.same(await costOf('007-1'), [['2027-01-01', '12.345']])
  t.match(await costOf('7041234567890'), [[String, '1234.5']])
  const { text } = await ask('GET', `/api/csv-import/jobs/${body.importId}/faulty.csv`)
  t.match(text, /^\uFEFFBeskrivelse;.*;Feil\r\nUten nummer;.*\r\nRem;1;;#N\/A;;Kostpris: Cellen/)
})

test('a dry run warns of hidden rows and columns and of merged cells under the headings, and names them', async (t) => {
  const { post } = await importing(t)
  const row = (line: number, hidden = '') =>
    `<row r="${line}"${hidden}><c r="A${line}" t="inlineStr"><is><t>Del ${line}</t></is></c><c r="B${line}"><v>${line}</v></c></row>`
  const hidden = ' hidden="1"'
  const rows = `${rowsOf([['Prisliste'], headings])}${row(3)}${row(4, hidden)}${row(5, hidden)}${row(6)}${row(7, hidden)}<row r="9"${hidden}/>`
  const merges = ['A1:D1', 'C3:C4', 'D3:D4', 'A6:B6'].map((ref) => `<mergeCell ref="${ref}"/>`)
  const columns = `<cols><col min="2" max="3"${hidden}/><col min="6" max="16384"${hidden}/></cols>`
  const sheet = `<worksheet>${columns}<sheetData>${rows}</sheetData><mergeCells>${merges.join('')}</mergeCells></worksheet>`
  const file = workbook([{ name: 'Priser', rows: '' }], { 'xl/worksheets/sheet0.xml': sheet })
  const { body } = await post(file, { dryRun: 'true' })
  t.match(body, {
    summary: { created: 5, failed: 0 },
    warnings: [
      {
        line: 2,
        message: /skjulte kolonner, som leses som de andre: «Leverandor art.nr», «El-Nummer»$/,
      },
      { line: 3, message: /^Arket «Priser» har sammenslåtte celler, .* Rad 3–4, 6$/ },
      { line: 4, message: 'Arket «Priser» har skjulte rader, som leses som de andre. Rad 4–5, 7' },
    ],
  })
})

test('the sheets are told, also where the first cannot be read, and another can be chosen', async (t) => {
  const { post, ended } = await importing(t)
  const file = workbook([
    { name: 'Gammelt', rows: rowsOf([headings]), state: 'hidden' },
    { name: 'Forside', rows: rowsOf([['Firma AS'], ['Prisliste']]) },
    { name: 'Priser', rows: rowsOf([headings, ['Lager', 'A-1', null, 5]]) },
  ])
  const begun = await post(file, { dryRun: 'true' }, '?async=true')
  t.match(await ended(begun.body.data.id), {
    state: 'failed',
    error: /mangler kolonnene .* Arket er «Forside», av «Gammelt», «Forside», «Priser»/,
    sheets: [{ name: 'Gammelt', isHidden: true }, { name: 'Forside' }, { name: 'Priser' }],
  })
  const chosen = { dryRun: 'true', sheet: 'Priser' }
  t.match((await post(file, chosen)).body, { summary: { created: 1 } })
  const refused = async (fields: Record<string, string>) => (await post(file, fields)).body.error
  t.match(await refused({ sheet: 'Borte' }), /ikke noe ark «Borte»/)
  t.match(await refused({ ...chosen, delimiter: ';' }), /ikke noe skilletegn å velge/)
  t.match(await refused({ ...chosen, mapping: '{"X":"notes"}' }), /ingen kolonne «X»/)
})

test('amounts in the currency of their format are read so, and another one is a fault', async (t) => {
  const { post } = await importing(t)
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$€-407] #,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.00 [$CAD]"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
  const row = (name: string, style: number) =>
    `<row><c t="inlineStr"><is><t>${name}</t></is></c><c><v>${style}</v></c><c/><c s="${style}"><v>5</v></c></row>`
  const rows = rowsOf([headings]) + row('I euro', 1) + row('I kanadiske dollar', 2)
  const { body } = await post(workbook([{ name: 'A', rows }], { 'xl/styles.xml': styles }))
  t.match(body, { summary: { created: 1, failed: 1 }, understood: { currency: null } })
  t.match(body.errors, [
    { line: 3, column: 'Kostpris', value: '5 CAD', message: /^Beløpet er i CAD, og priser/ },
  ])
})

test('the rows of a sheet are had as text, numbers with a decimal comma', async (t) => {
  const { ask } = await importing(t)
  const table = (file: Uint8Array) =>
    ask(
      'POST',
      '/api/csv-import/table',
      multipartBody(file, {}, { name: 'liste.xlsx', type }),
      multipartHeaders,
    )
  const rows = [
    ['Nummer', 'Antall'],
    ['K-1', 2.5],
  ]
  const { body } = await table(workbook([{ name: 'Liste', rows: rowsOf(rows) }]))
  t.same(body['data'], {
    rows: [
      ['Nummer', 'Antall'],
      ['K-1', '2,5'],
    ],
    lines: [1, 2],
  })
  const formula = '<row><c t="inlineStr"><is><t>K-1</t></is></c><c><f>A1</f></c></row>'
  const unreadable = await table(workbook([{ name: 'Liste', rows: formula }]))
  t.match(unreadable.body['data'], { rows: [['K-1', /^Formelen har ingen lagret verdi/]] })
  const refused = await table(Buffer.from('PK\u0003\u0004 intet'))
  t.equal(refused.status, 415)
  const older = await table(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))
  t.match(older, { status: 415, body: { error: /eldre Excel-arbeidsbok .* Velg «Lagre som»/ } })
})

test('the text of a table has its letters, whatever the encoding, or the encoding is asked for', async (t) => {
  const { ask } = await importing(t)
  const table = async (content: Uint8Array) => {
    const body = multipartBody(content, {}, { name: 'liste.txt', type: 'text/plain' })
    return ask('POST', '/api/csv-import/table', body, multipartHeaders)
  }
  const text = 'Nummer\tNotat\nK-1\tRør på hjørne\n'
  const bigEndian = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  t.same((await table(bigEndian)).body['data'], { text })
  t.same((await table(Buffer.from(text, 'latin1'))).body['data'], { text })
  const dos = Buffer.from(text, 'latin1').map((byte) =>
    byte === 0xf8 ? 0x9b : byte === 0xe5 ? 0x86 : byte,
  )
  const { status, body } = await table(dos)
  t.equal(status, 415)
  t.match(
    body.error,
    /kan ikke gjenkjennes.*«Rør på hjørne» som DOS.* Lagre filen som «CSV UTF-8»\.$/,
  )
  t.notMatch(body.error, /tegnsett, eller/)
})
