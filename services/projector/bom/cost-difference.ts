import type { CostDifference } from '#contracts/assembly/cost-answers.ts'
import { currencies } from '#contracts/pricing.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { costOfLines, roundedIn } from './cost.ts'
import type { FlatLine } from './explode.ts'
import { moneyOf } from './money.ts'

type Line = Pick<FlatLine, 'kind' | 'id' | 'item' | 'quantity'>
export type Pair<L> = { readonly before: L | undefined; readonly after: L | undefined }

const lineKey = ({ kind, id }: Pick<Line, 'kind' | 'id'>): string => `${kind} ${id}`

/** Pairs the lines of the same record: first all lines of `a`, then those that only `b` has. */
export const paired = <L extends Line>(
  before: readonly L[],
  after: readonly L[],
): readonly Pair<L>[] => {
  const left = new Map(before.map((line) => [lineKey(line), line]))
  const right = new Map(after.map((line) => [lineKey(line), line]))
  return [...new Set([...left.keys(), ...right.keys()])].map((key) => ({
    before: left.get(key),
    after: right.get(key),
  }))
}

const currencyOf = ({ item }: Line) => item?.price?.currency

/** The line of a pair after the first `step` reasons have been applied. */
const linesAt = (step: number) => {
  const done = { quantity: step >= 1, price: step >= 2, structure: step >= 3, missing: step >= 4 }
  return ({ before, after }: Pair<Line>): Line | undefined => {
    if (!before || !after) return done.structure ? after : before
    if (currencyOf(before) !== currencyOf(after)) return done.missing ? after : before
    return {
      ...(done.price ? after : before),
      quantity: done.quantity ? after.quantity : before.quantity,
    }
  }
}

/**
 * The difference in cost, by its reasons. Each is the difference of two rounded sums, the one beginning where the last
 * ended, so that they add up to the last digit.
 */
export const costDifference = (
  before: readonly Line[],
  after: readonly Line[],
): CostDifference[] => {
  const isPart = ({ kind }: Line) => kind !== 'subassembly'
  const pairs = paired(before.filter(isPart), after.filter(isPart))
  const sums = [0, 1, 2, 3, 4].map((step) =>
    costOfLines(pairs.flatMap((pair) => linesAt(step)(pair) ?? [])),
  )
  return currencies.flatMap((currency) => {
    const steps = sums.map((sum) => roundedIn(sum, currency).cost)
    const [from, quantity, price, structure, to] = steps as [Exact, Exact, Exact, Exact, Exact]
    if (steps.every((step) => step === 0)) return []
    return [
      {
        currency,
        from: moneyOf(from),
        to: moneyOf(to),
        byQuantity: moneyOf(minus(quantity, from)),
        byPrice: moneyOf(minus(price, quantity)),
        byStructure: moneyOf(minus(structure, price)),
        byMissing: moneyOf(minus(to, structure)),
      },
    ]
  })
}
