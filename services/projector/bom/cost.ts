import { currencies, type Currency } from '#contracts/pricing.ts'
import type { Catalogue } from './catalogue.ts'
import type { Graph } from './graph.ts'
import type { Item } from './items.ts'
import { Memo } from './memo.ts'
import { priceWidth, type PriceColumns } from './price-columns.ts'
import {
  isQuickMoney,
  longestMoney,
  moneyOf,
  plus,
  times,
  writeMoney,
  type Exact,
} from './numbers.ts'

/** What an assembly costs, in ten-thousandths: one sum per currency, since there is no true rate between them. */
export type Cost = {
  /** By index of currency; a currency that nothing is priced in is 0. */
  readonly cost: readonly Exact[]
  readonly sales: readonly Exact[]
  /** Pieces that have no cost price, so are in no sum. */
  readonly unpriced: Exact
  /** The sums as JSON, once they have been asked for. */
  json?: string
}

const nothing = (): { cost: Exact[]; sales: Exact[]; unpriced: Exact } => ({
  cost: currencies.map(() => 0),
  sales: currencies.map(() => 0),
  unpriced: 0,
})

type Sum = ReturnType<typeof nothing>

const addPieces = (sum: Sum, item: Item | null | undefined, pieces: Exact) => {
  if (!item || item.cost === null) {
    sum.unpriced = plus(sum.unpriced, pieces)
    return
  }
  const { currency } = item.traits
  sum.cost[currency] = plus(sum.cost[currency]!, times(item.cost, pieces))
  sum.sales[currency] = plus(sum.sales[currency]!, times(item.sales, pieces))
}

const addCost = (sum: Sum, cost: Cost, pieces: Exact) => {
  for (let currency = 0; currency < currencies.length; currency++) {
    if (cost.cost[currency] === 0 && cost.sales[currency] === 0) continue
    sum.cost[currency] = plus(sum.cost[currency]!, times(cost.cost[currency]!, pieces))
    sum.sales[currency] = plus(sum.sales[currency]!, times(cost.sales[currency]!, pieces))
  }
  sum.unpriced = plus(sum.unpriced, times(cost.unpriced, pieces))
}

const perCurrency = currencies.length
/** To copy: an array that grows takes three times the space. */
const none: readonly number[] = currencies.map(() => 0)
// Scratch: cost per currency, then sales per currency, then pieces without a price.
const quick = new Float64Array(2 * perCurrency + 1)

/** In doubles: sums of what is not negative only grow, so a sum that is safe had safe parts. Null: it is not. */
const quickCost = (
  { leaves, subs }: Graph,
  prices: PriceColumns,
  assembly: number,
  costOf: (child: number) => Cost | undefined,
): Cost | null => {
  quick.fill(0)
  for (let link = leaves.firstOut[assembly] ?? -1; link >= 0; link = leaves.nextOut[link]!) {
    const place = leaves.to[link]! * priceWidth
    const pieces = leaves.quantity[link]!
    const cost = prices.values[place]!
    if (cost < 0) {
      quick[2 * perCurrency]! += pieces
      continue
    }
    const currency = prices.values[place + 2]!
    quick[currency]! += cost * pieces
    quick[perCurrency + currency]! += prices.values[place + 1]! * pieces
  }
  for (let link = subs.firstOut[assembly] ?? -1; link >= 0; link = subs.nextOut[link]!) {
    const cost = costOf(subs.to[link]!)
    if (!cost) continue
    const pieces = subs.quantity[link]!
    for (let currency = 0; currency < perCurrency; currency++) {
      quick[currency]! += Number(cost.cost[currency]) * pieces
      quick[perCurrency + currency]! += Number(cost.sales[currency]) * pieces
    }
    quick[2 * perCurrency]! += Number(cost.unpriced) * pieces
  }
  for (let place = 0; place < quick.length; place++)
    if (quick[place]! > Number.MAX_SAFE_INTEGER) return null
  const cost = none.slice()
  const sales = none.slice()
  for (let currency = 0; currency < perCurrency; currency++) {
    cost[currency] = quick[currency]!
    sales[currency] = quick[perCurrency + currency]!
  }
  return { cost, sales, unpriced: quick[2 * perCurrency]! }
}

const exactCost = (
  { leaves, subs }: Graph,
  parts: Catalogue['parts'],
  assembly: number,
  costOf: (child: number) => Cost | undefined,
): Cost => {
  const sum = nothing()
  for (const link of leaves.outOf(assembly))
    addPieces(sum, parts[leaves.to[link]!], leaves.quantity[link]!)
  for (const link of subs.outOf(assembly)) {
    const cost = costOf(subs.to[link]!)
    if (cost) addCost(sum, cost, subs.quantity[link]!)
  }
  return sum
}

/** The cost of every assembly asked for: its own parts, and its subassemblies' costs. */
export const costs = (graph: Graph, { parts, prices }: Catalogue): Memo<Cost> =>
  new Memo<Cost>(
    () => graph.subs,
    (assembly, costOf) =>
      quickCost(graph, prices, assembly, costOf) ?? exactCost(graph, parts, assembly, costOf),
  )

/** So many of a part, as a cost. */
export const costOfPieces = (item: Item | null | undefined, pieces: Exact): Cost => {
  const sum = nothing()
  addPieces(sum, item, pieces)
  return sum
}

/** So many of an assembly. */
export const costOfMany = (cost: Cost, pieces: Exact): Cost => {
  const sum = nothing()
  addCost(sum, cost, pieces)
  return sum
}

type CurrencyTotal = {
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

/** What stands before each number of a currency, as bytes. */
const labels = currencies.map((currency) => ({
  cost: Buffer.from(`{"currency":"${currency}","cost":`),
  sales: Buffer.from(',"sales":'),
}))
// Scratch: a currency takes its labels, two amounts and a bracket; the brackets around all are two more.
const longestOfCurrency = 64 + 2 * longestMoney
const written = Buffer.alloc(longestOfCurrency * perCurrency + 2)
const [opening, comma, brace, closing] = [91, 44, 125, 93] as const

/** The same as JSON text, made once: for answers with a hundred thousand of them. */
export const totalsJson = (sum: Cost): string =>
  (sum.json ??= quickJson(sum) ?? JSON.stringify(totalsOf(sum)))

/** Written as bytes and read once: one text in one piece of memory. Null where an amount has too many digits. */
const quickJson = ({ cost, sales }: Cost): string | null => {
  let at = 0
  for (let index = 0; index < perCurrency; index++) {
    const [bought, sold] = [cost[index]!, sales[index]!]
    if (bought === 0 && sold === 0) continue
    if (!isQuickMoney(bought) || !isQuickMoney(sold)) return null
    written[at] = at === 0 ? opening : comma
    at++
    written.set(labels[index]!.cost, at)
    at = writeMoney(written, at + labels[index]!.cost.length, bought)
    written.set(labels[index]!.sales, at)
    at = writeMoney(written, at + labels[index]!.sales.length, sold)
    written[at++] = brace
  }
  if (at === 0) return '[]'
  written[at++] = closing
  return written.toString('latin1', 0, at)
}
