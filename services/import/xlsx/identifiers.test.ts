import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { rowsOf, workbook } from '#kernel/xlsx/testing/workbooks.ts'
import { startImporter } from '../testing/importing.ts'

/** Format, number, what is stored, and what the warning says that the sheet shows. */
const numbers: readonly (readonly [string, number, string, string?])[] = [
  ['#,##0.00 "kr"', 1200353, '1200353', '1 200 353,00 kr'],
  ['[$€-407] #,##0', 1200354, '1200354', '€ 1.200.354'],
  ['[$-407]#,##0.00', 1200359, '1200359'],
  ['#,##0', 1200355, '1200355'],
  ['0.00', 1200356, '1200356'],
  ['0%', 0.12, '0.12', '12%'],
  ['0.00E+00', 1200357, '1200357', '1,20E+06'],
  ['0', 12.5, '12.5', '13'],
  ['0"-A"', 1200358, '1200358', '1200358-A'],
  ['000000', 1203, '001203'],
  ['"K-"0', 1204, 'K-1204'],
  ['General', 7041234567890, '7041234567890'],
]

test('a number that identifies a part is stored without its format, which is said if it shows another', async (t) => {
  const { send, commands } = await startImporter(t)
  const formats = numbers.map(
    ([pattern], at) =>
      `<numFmt numFmtId="${164 + at}" formatCode="${pattern.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = numbers.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  const rows = numbers.map(
    ([, number], at) =>
      `<row><c t="inlineStr"><is><t>Del ${at}</t></is></c><c s="${at}"><v>${number}</v></c><c/><c s="0"><v>5</v></c></row>`,
  )
  const head = rowsOf([['Beskrivelse', 'Leverandor art.nr', 'Tegningsnummer', 'Kostpris']])
  const file = workbook([{ name: 'A', rows: head + rows.join('') }], {
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  })
  const { body } = await send('componenttypes', Buffer.from(file))
  t.match(body.summary, { created: numbers.length, failed: 0 })
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  for (const [at, [pattern, , stored, seen]] of numbers.entries()) {
    const [found] = await commands.find(component, 'supplierArticlenumber', stored)
    t.match(found?.item.values, { description: `Del ${at}` }, pattern)
    const warning = body.warnings.find(({ line }) => line === at + 2)
    const said = `Arket viser «${seen}», men det er tallet ${stored} som leses`
    t.equal(warning && plain(warning.message), seen && said, pattern)
  }
})

test('a price that the sheet shows as a percentage is read as a fraction with a warning', async (t) => {
  const { send } = await startImporter(t)
  const row = (number: string, style: number) =>
    `<row><c t="inlineStr"><is><t>Del</t></is></c><c t="inlineStr"><is><t>${number}</t></is></c><c s="${style}"><v>0.12</v></c><c s="1"><v>1.2</v></c></row>`
  const head = rowsOf([['Beskrivelse', 'Leverandor art.nr', 'Kostpris', 'Prisfaktor']])
  const file = workbook([{ name: 'A', rows: head + row('P-1', 0) + row('P-2', 1) }], {
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="2"/><xf numFmtId="9"/></cellXfs></styleSheet>',
  })
  const { body } = await send('componenttypes', Buffer.from(file))
  t.match(body.summary, { created: 2, failed: 0 })
  t.match(body.warnings, [{ line: 3, column: 'Kostpris', message: /^Arket viser «12\s?%», men/ }])
  t.equal(body.warningCount, 1, 'a factor of 120 % is 1.2')
})
