import { test } from 'tap'
import { shortened } from './send-sheet.ts'

test('a list that is cut says so with the numbers as Norwegians write them', async (t) => {
  const rows = Array.from({ length: 30_001 }, () => [null])
  const [note] = shortened(rows, 'første').at(-1)!
  t.match(note, /^… Bare de 30\s000 første er tatt med i denne filen$/)
})
