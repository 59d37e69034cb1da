import { writeCell, escapeFormula, unescapeFormula } from '#contracts/csv/write.ts'
import fc from 'fast-check'
import { test } from 'tap'
import { component, motor } from '#contracts/catalogue/index.ts'
import type { Value } from '#contracts/fields.ts'
import { dayIn, readCell } from './cells.ts'
import { readList, writeList } from '#contracts/csv/lists.ts'
import { formOf, readNumber, writeNumber, type DecimalMark } from '#contracts/csv/numbers.ts'

test('numbers are read by their form, and asked about where the form does not tell', (t) => {
  const forms: [string, object][] = [
    ['1234,50', { number: '1234.5', mark: ',' }],
    ['12,50', { number: '12.5', mark: ',' }],
    ['12,05', { number: '12.05', mark: ',' }],
    ['12,00', { number: '12', mark: ',' }],
    ['0.0', { number: '0', mark: '.' }],
    ['10', { number: '10', mark: null }],
    ['12 345,50', { number: '12345.5', mark: ',' }],
    ['12\u00a0345', { number: '12345', mark: null }],
    ['1\u202f234\u202f567,5', { number: '1234567.5', mark: ',' }],
    ['1.234.567', { number: '1234567', mark: ',' }],
    ['1.234,5', { number: '1234.5', mark: ',' }],
    ['1,234.50', { number: '1234.5', mark: '.' }],
    ['0.125', { number: '0.125', mark: '.' }],
    ['0,053', { number: '0.053', mark: ',' }],
    ['.5', { number: '0.5', mark: '.' }],
    ['1234.567', { number: '1234.567', mark: '.' }],
    ['−12,5', { number: '-12.5', mark: ',' }],
    ['125,-', { number: '125', mark: null }],
    ['007', { number: '7', mark: null }],
    ['1.234', { either: ['1.234', '1234'], mark: '.' }],
    ['2,920', { either: ['2.92', '2920'], mark: ',' }],
    ['-12,345', { either: ['-12.345', '-12345'], mark: ',' }],
    ['1.234,567.8', { wrong: 'not a number' }],
    ['1 2', { wrong: 'not a number' }],
    ['12,34,5', { wrong: 'not a number' }],
    ['1e5', { wrong: 'not a number' }],
    ['0x10', { wrong: 'not a number' }],
    ['', { wrong: 'not a number' }],
    ['123456789012345678', { wrong: 'too many digits' }],
    ['0.12345678901234567890', { wrong: 'too many digits' }],
  ]
  for (const [written, form] of forms) t.same(formOf(written), form, written)
  t.same(readNumber('1.234', '.'), { number: '1.234', mark: '.' })
  t.same(readNumber('1.234', ','), { number: '1234', mark: ',' })
  t.same(readNumber('1,234', ','), { number: '1.234', mark: ',' })
  t.same(
    readNumber('12.50', ','),
    { number: '12.5', mark: '.' },
    'no thousands separator stands there',
  )
  t.end()
})

test('written numbers are read back whatever the reader knows', (t) => {
  const mark = fc.constantFrom<DecimalMark>(',', '.')
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map((value) => value / 1_000),
  )
  fc.assert(
    fc.property(number, mark, (value, decimal) => {
      const reading = formOf(writeNumber(value, decimal))
      return 'number' in reading && Number(reading.number) === value + 0
    }),
    { numRuns: 500 },
  )
  t.end()
})

test('what an export defuses, an import restores', (t) => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', '\n', 'a', '1'),
    maxLength: 5,
  })
  fc.assert(
    fc.property(text, (value) => {
      return (
        !/^[=+\-@\t\r\n]/.test(escapeFormula(value)) &&
        unescapeFormula(escapeFormula(value)) === value
      )
    }),
    { numRuns: 500 },
  )
  t.equal(escapeFormula('=HYPERLINK("http://x")'), `'=HYPERLINK("http://x")`)
  t.end()
})

test('lists are read as people separate them, and written so that they are read back', (t) => {
  t.same(readList('rød, rød,,grønn '), ['rød', 'grønn'])
  t.same(readList('BR-10;BR-20'), ['BR-10', 'BR-20'])
  t.same(readList('2,5 mm'), ['2,5 mm'])
  t.same(readList('0,5 mm; 0,7 mm, lang'), ['0,5 mm', '0,7 mm, lang'])
  t.same(readList('5" skrue; 4" skrue'), ['5" skrue', '4" skrue'])
  t.same(readList('"a; b'), ['"a', 'b'])
  const item = fc
    .string({ unit: fc.constantFrom('a', ';', ',', '"', '|', '\n', ' ', '1'), maxLength: 5 })
    .map((value) => value.trim())
    .filter((value) => value !== '')
  fc.assert(
    fc.property(fc.uniqueArray(item, { maxLength: 4 }), (items) => {
      return JSON.stringify(readList(writeList(items))) === JSON.stringify(items)
    }),
    { numRuns: 500 },
  )
  t.end()
})

test('every kind of value survives a cell', (t) => {
  const text = fc
    .string({
      unit: fc.constantFrom('=', "'", '"', ';', ',', '\n', 'å', '1', '.', '-', ' '),
      maxLength: 8,
    })
    .map((value) => value.trim())
    .filter((value) => value !== '')
  const plain: Value[] = ['=1+1', '0812345', '+47 22', "'hei", '-5 til 60 °C', 'Ja', '1.234']
  const { notes, tags, weight } = component.fields
  const { shaft, brake } = motor.fields
  fc.assert(
    fc.property(
      fc.oneof(text, fc.constantFrom(...plain)),
      fc.constantFrom<DecimalMark>(',', '.'),
      (value, decimal) => {
        t.same(readCell(writeCell(value, decimal), notes, null), { value })
      },
    ),
    { numRuns: 500 },
  )
  for (const [value, field] of [
    [['a;b', '=c', '2,5'], tags],
    [1.234, weight],
    [-1234.5, weight],
    [20, shaft],
    [1.234, shaft],
    ['Ø20 kile', shaft],
    ['05', shaft],
    ['-5 kile', shaft],
    [true, brake],
    [false, brake],
  ] as const)
    for (const decimal of [',', '.'] as const)
      t.same(readCell(writeCell(value, decimal), field, null), { value }, String(value))
  t.same(readCell("'-1,5", weight, ','), { value: -1.5 }, 'put right in a file of rejected rows')
  t.end()
})

test('a day may come with the midnight that databases write, but with no other time', async (t) => {
  for (const text of [
    '2013-05-30',
    '30.5.2013',
    '2013-05-30 00:00',
    ' 2013-05-30T00:00:00 ',
    '2013-05-30 00:00:00.000',
    '30.05.2013 0:00:00',
  ])
    t.same(dayIn(text), { value: '2013-05-30' }, text)
  for (const text of ['2013-05-30 13:45', '2013-05-30T00:00:00Z', '00:00:00', '2013-02-30 00:00'])
    t.match(dayIn(text), { wrong: String }, text)
})
