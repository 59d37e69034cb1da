import { currencies, type Currency } from '#contracts/pricing.ts'
import type { Catalogue } from './catalogue.ts'
import type { Graph } from './graph.ts'
import type { ItemPrice } from './items.ts'
import { Memo } from './memo.ts'
import { moneyOf, plus, times, type Exact } from './numbers.ts'

/** What an assembly costs, in ten-thousandths: one sum per currency, since there is no true rate between them. */
export type Cost = {
  /** By index of currency; a currency that nothing is priced in is 0. */
  readonly cost: readonly Exact[]
  readonly sales: readonly Exact[]
  /** Pieces that have no cost price, so are in no sum. */
  readonly unpriced: Exact
}

const nothing = (): { cost: Exact[]; sales: Exact[]; unpriced: Exact } => ({
  cost: currencies.map(() => 0),
  sales: currencies.map(() => 0),
  unpriced: 0,
})

type Sum = ReturnType<typeof nothing>

const addPieces = (sum: Sum, price: ItemPrice | null | undefined, pieces: Exact) => {
  if (!price || price.cost === null) {
    sum.unpriced = plus(sum.unpriced, pieces)
    return
  }
  const { currency } = price
  sum.cost[currency] = plus(sum.cost[currency]!, times(price.cost, pieces))
  sum.sales[currency] = plus(sum.sales[currency]!, times(price.sales!, pieces))
}

const addCost = (sum: Sum, cost: Cost, pieces: Exact) => {
  for (let currency = 0; currency < currencies.length; currency++) {
    if (cost.cost[currency] === 0 && cost.sales[currency] === 0) continue
    sum.cost[currency] = plus(sum.cost[currency]!, times(cost.cost[currency]!, pieces))
    sum.sales[currency] = plus(sum.sales[currency]!, times(cost.sales[currency]!, pieces))
  }
  sum.unpriced = plus(sum.unpriced, times(cost.unpriced, pieces))
}

/** The cost of every assembly asked for: its own parts, and its subassemblies' costs. */
export const costs = (graph: Graph, catalogue: Catalogue): Memo<Cost> =>
  new Memo<Cost>(
    () => graph.subs,
    (assembly, costOf) => {
      const { leaves, subs } = graph
      const sum = nothing()
      for (let link = leaves.firstOut[assembly] ?? -1; link >= 0; link = leaves.nextOut[link]!)
        addPieces(sum, catalogue.parts[leaves.to[link]!]?.price, leaves.quantity[link]!)
      for (let link = subs.firstOut[assembly] ?? -1; link >= 0; link = subs.nextOut[link]!) {
        const cost = costOf(subs.to[link]!)
        if (cost) addCost(sum, cost, subs.quantity[link]!)
      }
      return sum
    },
  )

/** So many of a part, as a cost. */
export const costOfPieces = (price: ItemPrice | null | undefined, pieces: Exact): Cost => {
  const sum = nothing()
  addPieces(sum, price, pieces)
  return sum
}

/** So many of an assembly. */
export const costOfMany = (cost: Cost, pieces: Exact): Cost => {
  const sum = nothing()
  addCost(sum, cost, pieces)
  return sum
}

export type CurrencyTotal = {
  readonly currency: Currency
  readonly cost: number | string
  readonly sales: number | string
}

/** As answered: only currencies that something is priced in. */
export const totalsOf = ({ cost, sales }: Cost): readonly CurrencyTotal[] =>
  currencies.flatMap((currency, index) =>
    cost[index] === 0 && sales[index] === 0
      ? []
      : [{ currency, cost: moneyOf(cost[index]!), sales: moneyOf(sales[index]!) }],
  )
