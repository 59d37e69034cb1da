import { test } from 'tap'
import { itemOf } from '../items.ts'
import { BomModel } from '../model.ts'
import { csvOf, number, type Cell } from '../../export/sheet.ts'
import { sheets } from './sheets.ts'
import { cellOf, workbook } from '../../export/workbook.ts'

const sheet = (...rows: (readonly Cell[])[]) => ({ name: 'Ark', header: ['A', 'B'], rows })
const csv = (...rows: (readonly Cell[])[]) =>
  [...csvOf(sheet(...rows))].join('').slice('\ufeffA;B\r\n'.length)

test('a text that a spreadsheet would run is made harmless, a number is left a number', async (t) => {
  for (const text of ['=1+1', '+47 22', '-40 °C', '@SUM(A1)', '\t=1'])
    t.match(csv([text]), /^"?'/, text)
  t.equal(csv([number(-5), number('-1.5'), 'a-b']), '-5;-1,5;a-b\r\n')
})

test('what holds separators, quotes or lines is quoted', async (t) => {
  t.equal(csv(['a;b', 'si "hei"', 'to\nlinjer', null]), '"a;b";"si ""hei""";"to\nlinjer";\r\n')
})

test('no digit is lost: beyond what a cell holds a number is written as text', async (t) => {
  const large = 10n ** 40n
  t.equal(csv([number(large)]), `${large}\r\n`)
  const written = (...cells: Cell[]) => cells.map((cell) => cellOf(cell)?.value)
  t.same(written(number(12), number(large), number('1.25'), number('0.0001')), [
    12,
    String(large),
    1.25,
    0.0001,
  ])
  const long = number('944107992834724.5741')
  t.same(written(number(123_456_789_012_345), number(1_234_567_890_123_456), long), [
    123_456_789_012_345,
    '1234567890123456',
    '944107992834724,5741',
  ])
})

test('what XML cannot hold does not spoil the workbook', async (t) => {
  const cells = ['a\u0000b\u0001c\ud800', 'x'.repeat(40_000)]
  const [text, long] = cells.map((cell) => cellOf(cell)?.value)
  t.equal(text, 'abc\ufffd')
  t.equal(String(long).length, 32_767)
  t.match(long, /x… Resten er i CSV-filen\.$/, 'a cell that is cut says so')
  const file = await workbook([sheet(cells)])
  t.equal(Buffer.from(file).subarray(0, 2).toString(), 'PK')
})

test('a view that is too long says how many lines it leaves out', async (t) => {
  const model = new BomModel()
  const link = { quantity: 2, sortOrder: 0, notes: null }
  model.put('subassembly', 1, itemOf('subassembly', { id: 1, description: 'Linje' }))
  for (let id = 1; id <= 5; id++) model.link({ kind: 'component', from: 1, to: id }, link)
  for (const view of ['flat', 'hierarchy'] as const) {
    const rows = [...sheets[view](model, 1, 3).rows]
    t.equal(rows.length, 4)
    t.same(rows.at(-1), ['… 2 linjer til er ikke tatt med i denne filen'])
    const { header, rows: all } = sheets[view](model, 1, 5)
    t.equal([...all].length, 5)
    t.ok(header.includes('Notat'), 'called as on the screen')
  }
})

test('a file has the names of one moment, although a supplier is renamed while it is written', async (t) => {
  const model = new BomModel()
  const part = (id: number) => itemOf('component', { id, description: `K${id}`, supplierId: 1 })
  model.put('subassembly', 1, itemOf('subassembly', { id: 1, description: 'Linje' }))
  model.name('suppliers', 1, 'Ahlsell')
  for (const to of [1, 2]) {
    model.put('component', to, part(to))
    model.link({ kind: 'component', from: 1, to }, { quantity: 1, sortOrder: 0, notes: null })
  }
  const written = []
  for (const row of sheets.flat(model, 1, 10).rows) {
    written.push(row[7])
    model.name('suppliers', 1, 'Sørvik')
  }
  t.same(written, ['Ahlsell', 'Ahlsell'])
})
