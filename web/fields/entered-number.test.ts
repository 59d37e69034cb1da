import { test } from 'tap'
import { enteredNumber } from './entered-number.ts'

test('numbers are taken as they are written in Norwegian, in English and by spreadsheets', (t) => {
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
