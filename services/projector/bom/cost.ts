import { partKinds } from '#contracts/assembly/link-kinds.ts'
import type { CostSum, CurrencyTotal } from '#contracts/assembly/cost-answers.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { minus, plus, times, type Exact } from '#graph/exact.ts'
import type { BomLink, BomLinks } from './bom-links.ts'
import type { Item, Items, Price } from './items.ts'
import { commonMultiple, divided, moneyOf, quotient } from './money.ts'

/**
 * The amount for `per` pieces, in ten-thousandths. `per` is nearly always 1; otherwise the cost of one piece may have
 * infinitely many decimals.
 */
type Amounts = { readonly cost: Exact; readonly sales: Exact; readonly per: Exact }
const nothing: Amounts = { cost: 0, sales: 0, per: 1 }

/** Sums per currency, since no exchange rate is known. */
export type Cost = {
  readonly sums: ReadonlyMap<Currency, Amounts>
  /** Pieces without a usable cost price, which are in no sum. */
  readonly unpriced: Exact
  readonly lacksPrice: boolean
  readonly lacksUnit: boolean
}

class Sum implements Cost {
  readonly sums = new Map<Currency, Amounts>()
  unpriced: Exact = 0
  lacksPrice = false
  lacksUnit = false

  addPart(item: Item | undefined, pieces: Exact): this {
    if (!item?.price) {
      this.unpriced = plus(this.unpriced, pieces)
      if (item?.unpriced?.reason === 'UNIT_MISMATCH') this.lacksUnit = true
      else this.lacksPrice = true
      return this
    }
    this.#add(item.price.currency, item.price, pieces)
    return this
  }

  add({ sums, unpriced, lacksPrice, lacksUnit }: Cost, pieces: Exact): this {
    for (const [currency, amounts] of sums) this.#add(currency, amounts, pieces)
    this.unpriced = plus(this.unpriced, times(unpriced, pieces))
    this.lacksPrice ||= lacksPrice
    this.lacksUnit ||= lacksUnit
    return this
  }

  #add(currency: Currency, added: Amounts, pieces: Exact): void {
    const known = this.sums.get(currency) ?? nothing
    const per = commonMultiple(known.per, added.per)
    const [widen, factor] = [divided(per, known.per), times(pieces, divided(per, added.per))]
    this.sums.set(currency, {
      cost: plus(times(known.cost, widen), times(added.cost, factor)),
      sales: plus(times(known.sales, widen), times(added.sales, factor)),
      per,
    })
  }
}

export const costOfAssembly = (
  { links, items }: { readonly links: BomLinks; readonly items: Items },
  assembly: number,
  subassemblies: readonly BomLink[],
  costOf: (id: number) => Cost | undefined,
): Cost => {
  const sum = new Sum()
  for (const kind of partKinds)
    for (const { to, quantity } of links[kind].out(assembly))
      sum.addPart(items[kind].get(to), quantity)
  for (const { to, quantity } of subassemblies) {
    const below = costOf(to)
    if (below) sum.add(below, quantity)
  }
  return sum
}

export const costOfLines = (
  lines: Iterable<{ readonly item: Item | undefined; readonly quantity: Exact }>,
): Cost => {
  const sum = new Sum()
  for (const { item, quantity } of lines) sum.addPart(item, quantity)
  return sum
}

export const costOfMany = (cost: Cost, pieces: Exact): Cost => new Sum().add(cost, pieces)

export const costOfBoth = (one: Cost, other: Cost): Cost => new Sum().add(one, 1).add(other, 1)

/** The cost of a number of pieces. Rounds only here. */
export const costOfPieces = ({ cost, per }: Price, pieces: Exact): Exact =>
  quotient(times(cost, pieces), per)

export const roundedIn = ({ sums }: Cost, currency: Currency) => {
  const { cost, sales, per } = sums.get(currency) ?? nothing
  return { cost: quotient(cost, per), sales: quotient(sales, per) }
}

/** The difference of two rounded sums, without currencies in which it is zero. */
export const totalsBetween = (before: Cost, after: Cost): CurrencyTotal[] =>
  currencies.flatMap((currency) => {
    if (!after.sums.has(currency)) return []
    const [from, to] = [roundedIn(before, currency), roundedIn(after, currency)]
    const [cost, sales] = [minus(to.cost, from.cost), minus(to.sales, from.sales)]
    return cost === 0 && sales === 0
      ? []
      : [{ currency, cost: moneyOf(cost), sales: moneyOf(sales) }]
  })

export const free: Cost = new Sum()

/** A currency whose prices are all zero is one of them. Rounds only here. */
export const totalsOf = (sum: Cost): CurrencyTotal[] =>
  currencies.flatMap((currency) => {
    if (!sum.sums.has(currency)) return []
    const { cost, sales } = roundedIn(sum, currency)
    return [{ currency, cost: moneyOf(cost), sales: moneyOf(sales) }]
  })

export const sumOf = (cost: Cost): CostSum => ({
  totals: totalsOf(cost),
  complete: cost.unpriced === 0,
  reasons: [
    ...(cost.lacksPrice ? (['NO_PRICE'] as const) : []),
    ...(cost.lacksUnit ? (['UNIT_MISMATCH'] as const) : []),
  ],
})
