import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { claiming, rowsOf, workbook } from './testing/workbooks.ts'
import { chooseSheet, readSheet, sheetsOf, UnreadableWorkbook, type SheetRow } from './workbook.ts'

const saved = (t: Test, bytes: Uint8Array | string) => {
  const path = join(t.testdir(), 'bok.xlsx')
  writeFileSync(path, bytes)
  return path
}
const read = async (path: string, name?: string) => {
  const rows: SheetRow[] = []
  for await (const some of readSheet(path, chooseSheet(await sheetsOf(path), name)))
    rows.push(...some)
  return rows
}

const patterns = [
  '0000000',
  '[$€-407] #,##0.00',
  '#,##0.00\\ "kr"',
  'd. mmmm yyyy',
  '"K-"0',
  '0 "stk"',
]
const styles = `<styleSheet><numFmts>${patterns
  .map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  .join(
    '',
  )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${patterns
  .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  .join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`

test('cells are read as displayed, or with all their digits', async (t) => {
  const cells: readonly (readonly [cell: string, text: string])[] = [
    ['<c s="1"><v>1234</v></c>', '0001234'],
    ['<c s="5"><v>7</v></c>', 'K-7'],
    ['<c s="6"><v>7</v></c>', '7'],
    ['<c><v>7041234567890</v></c>', '7041234567890'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c><v><![CDATA[5]]></v></c>', '5'],
    ['<c><v>1<!-- -->2<![CDATA[3]]></v></c>', '123'],
    ['<c><v>1.5E-3</v></c>', '0.0015'],
    ['<c s="2"><v>12.345</v></c>', '12.345 EUR'],
    ['<c s="3"><v>12</v></c>', '12 kr'],
    ['<c s="4"><v>46388</v></c>', '2027-01-01'],
    ['<c s="7"><v>46388.5</v></c>', '2027-01-01 12:00:00'],
    ['<c t="d"><v>2027-01-01T00:00:00</v></c>', '2027-01-01'],
    ['<c t="b"><v>1</v></c>', 'SANN'],
    ['<c t="b"><v>true</v></c>', 'SANN'],
    ['<c t="b"><v>false</v></c>', 'USANN'],
    ['<c><f>A1*2</f><v>24</v></c>', '24'],
    ['<c t="str"><f>A1</f><v>sum</v></c>', 'sum'],
    ['<c t="s"><v>0</v></c>', 'Fet tekst'],
    ['<c t="s"><v>1</v></c>', 'to\nlinjer'],
  ]
  const strings =
    '<sst><si><r><rPr><b/></rPr><t>Fet</t></r><r><t xml:space="preserve"> tekst</t></r><rPh><t>x</t></rPh></si><si><t>to_x000A_linjer</t></si></sst>'
  const rows = cells.map(([cell]) => `<row>${cell}</row>`).join('')
  const path = saved(
    t,
    workbook([{ name: 'A', rows }], { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings }),
  )
  const found = await read(path)
  cells.forEach(([cell, text], at) => t.same(found[at]?.cells, [text], cell))
  t.same([...(found[8]?.numbers.keys() ?? [])], [0], 'an amount is a number')
  t.equal(found[0]?.numbers.size, 0, 'a code is not')
})

test('errors and formulas without a value are faults with a reason', async (t) => {
  const rows =
    '<row r="3"><c r="B3" t="e"><v>#N/A</v></c><c r="D3"><f>A1</f><v></v></c><c r="E3"><v>1</v></c></row>'
  const [row] = await read(saved(t, workbook([{ name: 'A', rows }])))
  t.equal(row?.line, 3)
  t.same(row?.cells, ['', '#N/A', '', '', '1'])
  t.match(row?.faults.get(1), '#N/A')
  t.match(row?.faults.get(3), 'Formelen har ingen lagret verdi')
})

test('a value that is not of its type is a fault', async (t) => {
  const rows =
    '<row><c><v>0x10</v></c><c><v>1,5</v></c><c><v>NaN</v></c><c t="b"><v>ja</v></c><c t="s"><v>9</v></c></row>'
  const [row] = await read(saved(t, workbook([{ name: 'A', rows }])))
  for (const column of [0, 1, 2, 3, 4]) t.match(row?.faults.get(column), /^Cellen er skadet/)
})

test('the value of a formula is a fault where the file says that nothing is calculated', async (t) => {
  const rows =
    '<row><c><v>7</v></c><c><f>A1*2</f><v>0</v></c><c t="str"><f>"K"</f><v>0</v></c></row>'
  const calcPr = (value: string) => ({ calcPr: `<calcPr calcId="1" fullCalcOnLoad="${value}"/>` })
  const [placeholders] = await read(saved(t, workbook([{ name: 'A', rows }], calcPr('1'))))
  t.same(placeholders?.cells, ['7', '', ''])
  t.match(placeholders?.faults.get(1), 'Formelen er ikke regnet ut')
  t.match(placeholders?.faults.get(2), 'Formelen er ikke regnet ut')
  const [calculated] = await read(saved(t, workbook([{ name: 'A', rows }], calcPr('0'))))
  t.same(calculated?.cells, ['7', '0', '0'])
  t.same(calculated?.faults, new Map())
})

test('the first visible sheet is read, or the named one', async (t) => {
  const sheets = [
    { name: 'Skjult', rows: rowsOf([['skjult']]), state: 'hidden' },
    { name: 'Priser', rows: rowsOf([['vist'], [], [null, 'b']]) },
  ] as const
  const path = saved(t, workbook(sheets))
  t.same(
    (await sheetsOf(path)).map(({ name, isHidden }) => [name, isHidden]),
    [
      ['Skjult', true],
      ['Priser', false],
    ],
  )
  t.match(await read(path), [
    { line: 1, cells: ['vist'] },
    { line: 2, cells: [] },
    { line: 3, cells: ['', 'b'] },
  ])
  t.match(await read(path, 'Skjult'), [{ cells: ['skjult'] }])
  await t.rejects(read(path, 'Borte'), { message: /«Borte».*«Skjult», «Priser»/ })
})

test('XML prefixes and the date system of 1904 are supported', async (t) => {
  const parts = {
    workbookPr: '<workbookPr date1904="1"/>',
    'xl/styles.xml': styles,
    'xl/worksheets/sheet0.xml':
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="2"><x:c r="AB2" s="7"><x:v>44926</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  }
  const [row] = await read(saved(t, workbook([{ name: 'A', rows: '' }], parts)))
  t.equal(row?.cells[27], '2027-01-01')
})

test('a file that is no workbook, or unpacks to more than it claims, is refused with a text', async (t) => {
  const refused = async (bytes: Uint8Array | string, message: RegExp) => {
    const error = await read(saved(t, bytes)).catch((thrown: unknown) => thrown)
    t.ok(error instanceof UnreadableWorkbook, `${message}`)
    t.match(error, { message })
  }
  const complete = workbook([{ name: 'A', rows: rowsOf([['a', 1]]) }])
  const sheet = (xml: string) => workbook([{ name: 'A', rows: xml }])
  await refused('PK\x03\x04', /skadet/)
  await refused(complete.subarray(0, complete.length - 30), /skadet/)
  await refused(workbook([], { '_rels/.rels': '<Relationships/>' }), /ingen Excel-arbeidsbok/)
  await refused(claiming(20, complete), /skadet/)
  await refused(claiming(2 ** 30, complete), /for stor/)
  await refused(sheet('<row><c>'), /skadet/)
  const long = (times: number) =>
    `<row><c t="inlineStr"><is><t>${'x'.repeat(times)}</t></is></c></row>`
  await refused(sheet(long(100_001)), /lengre enn 100 000 tegn/)
  await refused(sheet(long(3_000_000)), /for lang/)
  await refused(sheet('<row r="2"/><row r="1"/>'), /uorden/)
  await refused(
    sheet('<row><c r="B1"><v>1</v></c><c r="A1"><v>3</v></c><c r="B1"><v>2</v></c></row>'),
    /to celler/,
  )
  await refused(sheet('<row><c r="XFD1"><v>1</v></c></row>'), /1 000 kolonner/)
  const entities = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>'
  await refused(
    workbook([{ name: 'A', rows: '' }], { 'xl/worksheets/sheet0.xml': entities }),
    /DOCTYPE/,
  )
})
