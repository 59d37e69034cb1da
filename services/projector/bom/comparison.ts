import type { Comparison } from '#contracts/assembly/cost-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { existingAssembly } from './answer.ts'
import { childrenOf } from './bom-links.ts'
import { costOfPieces } from './cost.ts'
import { costDifference, paired, type Pair } from './cost-difference.ts'
import type { Item } from './items.ts'
import type { BomModel } from './model.ts'
import { moneyOf } from './money.ts'

type Line = {
  readonly kind: LinkKind
  readonly id: number
  readonly item: Item
  readonly quantity: Exact
}

export const sideOf = (model: BomModel, id: number, view: 'flat' | 'direct') => {
  const assembly = existingAssembly(model, id)
  const { lines: flat } = model.flat(assembly)
  const lines = view === 'flat' ? flat : childrenOf(model.links, assembly)
  return {
    named: {
      id,
      name: model.item('subassembly', id).identity.description,
      complete: model.costs.of(id).unpriced === 0,
    },
    flat,
    lines: lines.map(({ kind, id: part, quantity }): Line => {
      const item = model.item(kind, part)
      return { kind, id: part, quantity, item }
    }),
  }
}

type Side = ReturnType<typeof sideOf>

type ComparedLine = Comparison['lines'][number]

const costIn = (currency: Currency, cost: ComparedLine['costBefore']): number =>
  cost?.currency === currency ? Number(cost.cost) : 0

/** In each currency, as no exchange rate is known. */
const costMoved = ({ costBefore, costAfter }: ComparedLine): readonly number[] =>
  currencies.map((one) => Math.abs(costIn(one, costAfter) - costIn(one, costBefore)))

const byMost = (a: readonly number[], b: readonly number[]): number =>
  a.map((moved, index) => b[index]! - moved).find((difference) => difference !== 0) ?? 0

/**
 * What moved the cost most comes first: in NOK, then in the next currency. Assemblies, whose parts have lines of their
 * own, come last.
 */
const inOrder = (lines: readonly ComparedLine[]): ComparedLine[] => {
  const placed = lines.map((line) => ({
    line,
    isAssembly: Number(line.itemType === 'assembly'),
    moved: costMoved(line),
  }))
  return placed
    .toSorted((a, b) => a.isAssembly - b.isAssembly || byMost(a.moved, b.moved))
    .map(({ line }) => line)
}

export const compare = (a: Side, b: Side): Comparison => {
  const lines = inOrder(paired(a.lines, b.lines).map(differenceOf))
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { change } of lines) counts[change]++
  return { a: a.named, b: b.named, counts, cost: costDifference(a.flat, b.flat), lines }
}

const differenceOf = ({ before, after }: Pair<Line>): ComparedLine => {
  const { identity, unit } = (after ?? before)!.item
  const [was, is] = [before?.quantity ?? 0, after?.quantity ?? 0]
  return {
    ...identity,
    change: changeOf(before, after),
    unit,
    before: exactQuantity(was),
    after: exactQuantity(is),
    difference: exactQuantity(minus(is, was)),
    priceBefore: costOf(before, 1),
    priceAfter: costOf(after, 1),
    costBefore: costOf(before),
    costAfter: costOf(after),
  }
}

const costOf = (
  line: Line | undefined,
  pieces = line?.quantity ?? 0,
): ComparedLine['costBefore'] => {
  const price = line?.item.price
  return price ? { currency: price.currency, cost: moneyOf(costOfPieces(price, pieces)) } : null
}

const changeOf = (before: Line | undefined, after: Line | undefined) => {
  if (!before) return 'added'
  if (!after) return 'removed'
  const [was, is] = [before.item.price, after.item.price]
  const isSame =
    before.quantity === after.quantity &&
    was?.currency === is?.currency &&
    was?.cost === is?.cost &&
    was?.per === is?.per
  return isSame ? 'same' : 'changed'
}
