import { test } from 'tap'
import { countedIn, isSameUnit, priceShare } from './units.ts'

const share = (counted: string | null, priced: string | null): string | null => {
  const found = priceShare(counted, priced)
  return found && `${found.times}/${found.per}`
}

test('the share of a price per counted unit', async (t) => {
  const cases: readonly (readonly [string | null, string | null, string | null])[] = [
    ['m', '100 m', '1/100'],
    ['m', '100m', '1/100'],
    ['m', 'pr 100', '1/100'],
    ['m', 'pr. 100 m', '1/100'],
    ['m', 'per m', '1/1'],
    ['m', 'kr/m', '1/1'],
    ['m', '/m', '1/1'],
    ['m', 'HMT', '1/100'],
    ['meter', 'MTR', '1/1'],
    ['mm', 'm', '1/1000'],
    ['m', 'mm', '1000/1'],
    ['m', 'km', '1/1000'],
    ['100 m', 'm', '100/1'],
    ['305 m', '100 m', '61/20'],
    ['m', '2,5 m', '2/5'],
    ['m', '0.5 m', '2/1'],
    ['Stk.', 'stk', '1/1'],
    ['stk', '1000 stk', '1/1000'],
    ['stk', '1 000 stk', '1/1000'],
    ['pcs', 'EA', '1/1'],
    ['stk', 'CEN', '1/100'],
    ['kg', 't', '1/1000'],
    ['g', 'kg', '1/1000'],
    ['l', 'm³', '1/1000'],
    ['dm³', 'liter', '1/1'],
    ['m²', 'kvm', '1/1'],
    ['min', 'time', '1/60'],
    ['pakke', 'pk', '1/1'],
    ['rull', 'Rull', '1/1'],
    ['rull', 'pr 10', '1/10'],
    [null, 'stk', '1/1'],
    [null, 'rull', '1/1'],
    ['', '100 m', '1/100'],
    [null, 'HMT', '1/100'],
    [null, '100', '1/100'],
    ['m', null, '1/1'],
    ['m', '', '1/1'],
  ]
  for (const [counted, priced, wanted] of cases)
    t.equal(share(counted, priced), wanted, `${counted} at a price per ${priced}`)
})

test('units that do not convert give null', async (t) => {
  for (const [counted, priced] of [
    ['m', 'stk'],
    ['stk', 'm'],
    ['kg', 'm'],
    ['m', 'm2'],
    ['l', 'kg'],
    ['EA', 'CS'],
    ['stk', 'pk'],
    ['stk', 'par'],
    ['stk', '100 pk'],
    // Ambiguous: a hundred packages, or packages of a hundred.
    ['pk', '100pk'],
    ['rull', '10 rull'],
    // Ambiguous: a thousand, or one.
    ['m', '1.000 m'],
    ['m', '1,000 m'],
    ['m', '0 m'],
    ['m', '12345 m'],
    // Ambiguous: a thousand in a price file, ten kilometres in speech.
    ['stk', 'MIL'],
    ['m', 'mil'],
    // Names that start like another name.
    ['m', 'perm'],
    ['m', 'prm'],
    ['m', 'm/s'],
    ['100', 'm'],
    ['par', 'pr'],
  ] as const)
    t.equal(share(counted, priced), null, `${counted} at a price per ${priced}`)
})

test('converting back gives one', async (t) => {
  const units = ['mm', 'cm', 'm', '100 m', 'km', 'kg', 't', 'g', 'stk', '1000 stk', 'l', 'm3']
  for (const a of units)
    for (const b of units) {
      const [there, back] = [priceShare(a, b), priceShare(b, a)]
      t.equal(there === null, back === null)
      if (there && back) t.same(there, { times: back.per, per: back.times }, `${a} and ${b}`)
    }
})

test('synonyms are the same unit', async (t) => {
  for (const [a, b] of [
    ['stk', 'STK.'],
    ['stk', 'stykk'],
    ['pk', 'Pakke'],
    ['100stykk', '100 stk'],
    ['100 meter', 'hmt'],
    ['1000 m', 'km'],
    ['sett', 'set'],
  ] as const)
    t.ok(isSameUnit(a, b), `${a} and ${b}`)
  t.notOk(isSameUnit('100 m', 'm'))
  t.notOk(isSameUnit('rull', 'pk'))
})

test('a part without a unit is counted in the unit of its price', async (t) => {
  t.equal(countedIn('Meter', '100 m'), 'Meter')
  t.equal(countedIn(null, 'Stk.'), 'Stk.')
  t.equal(countedIn('', '100 meter'), 'm')
  t.equal(countedIn(null, 'HMT'), 'm')
  t.equal(countedIn(null, 'pr 100'), 'stk')
  t.equal(countedIn(null, 'rull'), 'rull')
  t.equal(countedIn(null, '100 pk'), '100 pk')
  t.equal(countedIn(undefined, undefined), 'stk')
})
