import { test } from 'tap'
import { enteredNumber, isAmbiguous } from './number-control.tsx'

test('numbers in Norwegian, English and spreadsheet notation are accepted', (t) => {
  const cases = {
    '12,5': '12.5',
    '12.5': '12.5',
    ',': '.',
    '.': '.',
    '7': '7',
    '-3,5': '-3.5',
    '1 234,50': '1234.50',
    '1\u00a0234,50': '1234.50',
    '1.234,50': '1234.50',
    '1,234.50': '1234.50',
    '1.234.567': '1234567',
    '1.234.567,8': '1234567.8',
    'kr 99,-': 'kr99.-',
  }
  for (const [text, number] of Object.entries(cases)) t.equal(enteredNumber(text), number, text)
  t.end()
})

test('several marks are thousands and decimals, or ambiguous', (t) => {
  for (const text of ['1.234,50', '1,234.50', '1.234.567', 'kr 1.234.567,8', '12,5', '1.234', ''])
    t.notOk(isAmbiguous(text), text)
  for (const text of ['1.2.5', '12.34,5', '1.234.5', '1.234,', '1,5,'])
    t.ok(isAmbiguous(text), text)
  t.end()
})
