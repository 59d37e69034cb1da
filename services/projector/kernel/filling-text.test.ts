import { test } from 'tap'
import { fillingText } from './filling-text.ts'

test('a refill says how far it has come and how long it takes yet, also one that goes on', async (t) => {
  let seconds = 0
  const text = fillingText('Lesetabellene fylles på nytt', () => seconds * 1_000)
  t.equal(text(400n, 1_000n), 'Lesetabellene fylles på nytt: 40 %.')
  seconds = 60
  t.equal(text(500n, 1_000n), 'Lesetabellene fylles på nytt: 50 %, omtrent 5 minutter igjen.')
  seconds = 345
  t.equal(text(975n, 1_000n), 'Lesetabellene fylles på nytt: 97 %, under ett minutt igjen.')
})
