import fc from 'fast-check'
import { test } from 'tap'
import { cleanCode, composed, hasInvisible, normalName } from './codes.ts'

const plain = ['K-1', 'a', ' ', '  ', '\t', '\n', 'é', 'İ']
const odd = ['\u00a0', '\u2000', 'e\u0301', 'A\u030a', '\u212b', '\u0344', '\u1100\u1161']
const hidden = ['\u00ad', '\u200b', '\u2060', '\ufeff']
const piece = fc.oneof(
  fc.constantFrom(...plain, ...odd, ...hidden),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const text = fc.array(piece).map((all) => all.join(''))

test('text that needs no change is told from text that does', (t) => {
  const invisible = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g
  const meant = (said: string) => {
    const normal = said.normalize('NFC')
    return [
      normal,
      said.replace(invisible, '').trim().normalize('NFC'),
      said.trim().search(invisible) >= 0,
      normal.trim().replace(/\s+/g, ' ').toLowerCase(),
    ]
  }
  fc.assert(
    fc.property(text, (said) => {
      const found = [composed(said), cleanCode(said), hasInvisible(said), normalName(said)]
      return meant(said).every((value, at) => value === found[at])
    }),
    { numRuns: 1_000 },
  )
  t.end()
})
