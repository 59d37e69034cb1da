import fc from 'fast-check'
import { test } from 'tap'
import type { CostDifference } from '#contracts/assembly/cost-answers.ts'
import { costDifference } from './cost-difference.ts'
import { costOfLines, totalsOf } from './cost.ts'
import { itemOf } from './items.ts'
import { scaled } from './money.ts'

const part = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  costPrice: fc.option(fc.integer({ min: 0, max: 99_999_999 }).map((cost) => `${cost / 10_000}`)),
  currency: fc.constantFrom('NOK', 'EUR'),
  // A third of a piece is no whole number of ten-thousandths.
  priceUnit: fc.constantFrom('stk', 'pr 100', '3 stk'),
})
const parts = fc.uniqueArray(part, { selector: ({ id }) => id }).map((all) =>
  all.map(({ id, quantity, ...price }) => ({
    kind: 'component' as const,
    id,
    quantity,
    item: itemOf('component', { id, unit: 'stk', priceFactor: '1', ...price }),
  })),
)
type Parts = Parameters<typeof costDifference>[0]

const amount = (value: number | string) => BigInt(scaled(String(value)))
const reasons = ['byQuantity', 'byPrice', 'byStructure', 'byMissing'] as const
const sumOf = (difference: CostDifference) =>
  reasons.reduce((sum, reason) => sum + amount(difference[reason]), 0n)

test('the reasons of a difference add up to it, and its ends are the costs', async (t) => {
  const totals = (lines: Parts) =>
    new Map(totalsOf(costOfLines(lines)).map(({ currency, cost }) => [currency, cost]))
  fc.assert(
    fc.property(parts, parts, (before, after) => {
      const [was, is] = [totals(before), totals(after)]
      for (const difference of costDifference(before, after)) {
        const { currency, from, to } = difference
        t.equal(sumOf(difference), amount(to) - amount(from))
        t.same([from, to], [was.get(currency) ?? 0, is.get(currency) ?? 0])
      }
    }),
  )
})

const line = (id: number, quantity: number, costPrice: string | null, currency = 'NOK') => ({
  kind: 'component' as const,
  id,
  quantity,
  item: itemOf('component', { id, unit: 'stk', costPrice, currency, priceUnit: 'stk' }),
})
const only = (reason: (typeof reasons)[number], before: Parts, after: Parts) =>
  Object.fromEntries(
    costDifference(before, after).map((difference) => [
      difference.currency,
      reasons.every((one) => one === reason || difference[one] === 0) ? difference[reason] : null,
    ]),
  )

test('each reason has what comes of it', async (t) => {
  t.same(only('byQuantity', [line(1, 2, '10')], [line(1, 5, '10')]), { NOK: 30 })
  t.same(only('byPrice', [line(1, 2, '10')], [line(1, 2, '9')]), { NOK: -2 })
  t.same(only('byStructure', [line(1, 2, '10')], [line(2, 1, '7')]), { NOK: -13 })
  t.same(only('byMissing', [line(1, 2, '10')], [line(1, 3, null)]), { NOK: -20 })
  t.same(only('byMissing', [line(1, 2, '10')], [line(1, 2, '1', 'EUR')]), { NOK: -20, EUR: 2 })
  t.match(costDifference([line(1, 2, '10')], [line(1, 5, '9')]), [
    { from: 20, to: 45, byQuantity: 30, byPrice: -5, byStructure: 0, byMissing: 0 },
  ])
  t.same(costDifference([line(1, 2, null)], []), [])
})
