import { partKinds } from '#contracts/assembly/link-kinds.ts'
import type { CurrencyTotal } from '#contracts/assembly/bom-answers.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import type { BomLink, BomLinks } from './bom-links.ts'
import type { Item, Items } from './items.ts'
import { commonDivisor, divided, moneyOf, quotient } from './money.ts'

type Amounts = { readonly cost: Exact; readonly sales: Exact }

/** What something costs, in ten-thousandths: sums per currency, since there is no true rate between them. */
export type Cost = {
  readonly sums: ReadonlyMap<Currency, Amounts>
  /** What so many cost together, since the cost of one may have no end of decimals: nearly always 1. */
  readonly per: Exact
  /** Pieces that have no cost price, or none in their own unit, so are in no sum. */
  readonly unpriced: Exact
}

class CostSum implements Cost {
  readonly sums = new Map<Currency, Amounts>()
  per: Exact = 1
  unpriced: Exact = 0

  addPart(item: Item | undefined, pieces: Exact): this {
    if (!item?.price) {
      this.unpriced = plus(this.unpriced, pieces)
      return this
    }
    const { currency, per, ...amounts } = item.price
    this.#add(currency, amounts, times(pieces, this.#widen(per)))
    return this
  }

  add({ sums, per, unpriced }: Cost, pieces: Exact): this {
    const factor = times(pieces, this.#widen(per))
    for (const [currency, amounts] of sums) this.#add(currency, amounts, factor)
    this.unpriced = plus(this.unpriced, times(unpriced, pieces))
    return this
  }

  #add(currency: Currency, { cost, sales }: Amounts, factor: Exact): void {
    const known = this.sums.get(currency)
    this.sums.set(currency, {
      cost: plus(known?.cost ?? 0, times(cost, factor)),
      sales: plus(known?.sales ?? 0, times(sales, factor)),
    })
  }

  /** Makes this the cost of a multiple of `per`; answers how many times `per` it is. */
  #widen(per: Exact): Exact {
    if (this.per === per) return 1
    const missing = divided(per, commonDivisor(this.per, per))
    if (missing !== 1)
      for (const [currency, { cost, sales }] of this.sums)
        this.sums.set(currency, { cost: times(cost, missing), sales: times(sales, missing) })
    this.per = times(this.per, missing)
    return divided(this.per, per)
  }
}

export const costOfAssembly = (
  { links, items }: { readonly links: BomLinks; readonly items: Items },
  assembly: number,
  subassemblies: readonly BomLink[],
  costOf: (id: number) => Cost | undefined,
): Cost => {
  const sum = new CostSum()
  for (const kind of partKinds)
    for (const { to, quantity } of links[kind].out(assembly))
      sum.addPart(items[kind].get(to), quantity)
  for (const { to, quantity } of subassemblies) {
    const below = costOf(to)
    if (below) sum.add(below, quantity)
  }
  return sum
}

export const costOfParts = (item: Item | undefined, pieces: Exact): Cost =>
  new CostSum().addPart(item, pieces)

export const costOfMany = (cost: Cost, pieces: Exact): Cost => new CostSum().add(cost, pieces)

/** As answered: only currencies that something is priced in, rounded here and nowhere before. */
export const totalsOf = ({ sums, per }: Cost): CurrencyTotal[] =>
  currencies.flatMap((currency) => {
    const amounts = sums.get(currency)
    if (!amounts) return []
    const [cost, sales] = [quotient(amounts.cost, per), quotient(amounts.sales, per)]
    return cost === 0 && sales === 0
      ? []
      : [{ currency, cost: moneyOf(cost), sales: moneyOf(sales) }]
  })
