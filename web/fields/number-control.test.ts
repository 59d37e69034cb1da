import { test } from 'tap'
import { enteredNumber, notANumber } from './number-control.tsx'

test('numbers in Norwegian, English and spreadsheet notation are accepted', (t) => {
  const cases = {
    '': '',
    ' ': '',
    '12,5': '12.5',
    '12.5': '12.5',
    '7': '7',
    '-3,5': '-3.5',
    '1.234': '1.234',
    '1 234,50': '1234.5',
    '1\u00a0234,50': '1234.5',
    '1.234,50': '1234.5',
    '1,234.50': '1234.5',
    '1.234.567': '1234567',
    '1.234.567,8': '1234567.8',
    'kr 1.234.567,8': '1234567.8',
    'kr 99,-': '99',
  }
  for (const [text, number] of Object.entries(cases)) t.equal(enteredNumber(text), number, text)
  t.end()
})

test('what no valid number looks like is not a number', (t) => {
  for (const text of ['1.2.5', '12.34,5', '1.234.5', '1.234,', '1,5,', ',', '-', 'tolv'])
    t.equal(enteredNumber(text), notANumber, text)
  t.end()
})
