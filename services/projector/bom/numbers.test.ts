import { test } from 'tap'
import { isQuickMoney, longestMoney, moneyOf, writeMoney } from './numbers.ts'
import { seeded, seedOf } from './testing/random.ts'

const seed = seedOf()

test(`money is written as JSON writes it, up to 15 digits (SEED=${seed})`, async (t) => {
  const random = seeded(seed)
  const drawn = Array.from({ length: 5_000 }, () => random.below(10 ** (1 + random.below(15))))
  const bytes = Buffer.alloc(1 + longestMoney)
  const written = (value: number) => bytes.toString('latin1', 1, writeMoney(bytes, 1, value))
  for (const value of [
    0,
    1,
    10,
    9_999,
    10_000,
    10_001,
    99_990_000,
    100_000_000,
    1e15 - 1,
    ...drawn,
  ])
    if (written(value) !== JSON.stringify(moneyOf(value))) t.fail(`${value}: ${written(value)}`)
  t.notOk([1e15, -1, 10n ** 20n].some(isQuickMoney), 'others are written otherwise')
})
