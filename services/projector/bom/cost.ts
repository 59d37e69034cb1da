import { currencies, type Currency } from '#contracts/pricing.ts'
import type { Item } from './items.ts'
import {
  commonDivisor,
  isQuickMoney,
  longestMoney,
  moneyOf,
  plus,
  quotient,
  divided,
  times,
  writeMoney,
  type Exact,
} from './numbers.ts'

/** What something costs, in ten-thousandths: sums per currency, since there is no true rate between them. */
export type Cost = {
  /** Per currency, by its index, the cost and then the sales price; 0 where nothing is priced in it. */
  readonly amounts: readonly Exact[]
  /** What so many cost together, since the cost of one may have no end of decimals: nearly always 1. */
  readonly per: Exact
  /** Pieces that have no cost price, or none in their own unit, so are in no sum. */
  readonly unpriced: Exact
}

/** A cost and a sales price per currency. */
export const amountsOfCost = 2 * currencies.length

export const nothing = () => ({
  amounts: Array.from({ length: amountsOfCost }, (): Exact => 0),
  per: 1 as Exact,
  unpriced: 0 as Exact,
})

type Sum = ReturnType<typeof nothing>

/** What `per` of a part cost, in the unit that it is counted in. */
type Price = { readonly cost: Exact; readonly sales: Exact; readonly per: Exact }

/** In lowest terms; null where a part has no cost, or one for a unit that does not convert to its own. */
export const priceOf = (item: Item | null | undefined): Price | null => {
  const share = item?.traits.share
  if (!item || item.cost === null || !share) return null
  const [cost, sales] = [times(item.cost, share.times), times(item.sales, share.times)]
  if (share.per === 1) return { cost, sales, per: 1 }
  const common = commonDivisor(commonDivisor(cost, sales), share.per)
  return {
    cost: divided(cost, common),
    sales: divided(sales, common),
    per: divided(share.per, common),
  }
}

/** Makes a sum one of a multiple of `per`; gives how many times `per` it is. */
const widened = (sum: Sum, per: Exact): Exact => {
  if (sum.per === per) return 1
  const missing = divided(per, commonDivisor(sum.per, per))
  sum.amounts = sum.amounts.map((amount) => times(amount, missing))
  sum.per = times(sum.per, missing)
  return divided(sum.per, per)
}

export const addPieces = (sum: Sum, item: Item | null | undefined, pieces: Exact): void => {
  const price = priceOf(item)
  if (!item || !price) {
    sum.unpriced = plus(sum.unpriced, pieces)
    return
  }
  const many = times(pieces, widened(sum, price.per))
  const place = 2 * item.traits.currency
  sum.amounts[place] = plus(sum.amounts[place]!, times(price.cost, many))
  sum.amounts[place + 1] = plus(sum.amounts[place + 1]!, times(price.sales, many))
}

export const addCost = (sum: Sum, { amounts, per, unpriced }: Cost, pieces: Exact): void => {
  const many = times(pieces, widened(sum, per))
  for (let place = 0; place < amounts.length; place++)
    if (amounts[place] !== 0)
      sum.amounts[place] = plus(sum.amounts[place]!, times(amounts[place]!, many))
  sum.unpriced = plus(sum.unpriced, times(unpriced, pieces))
}

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

/** Of one, in whole ten-thousandths: rounded here and nowhere before. */
export const amountsOf = ({ amounts, per }: Cost): readonly Exact[] =>
  per === 1 ? amounts : amounts.map((amount) => quotient(amount, per))

/** As answered: only currencies that something is priced in. */
export const totalsOf = (of: Cost): readonly CurrencyTotal[] => {
  const amounts = amountsOf(of)
  return currencies.flatMap((currency, index) => {
    const [cost, sales] = [amounts[2 * index]!, amounts[2 * index + 1]!]
    return cost === 0 && sales === 0
      ? []
      : [{ currency, cost: moneyOf(cost), sales: moneyOf(sales) }]
  })
}

/** The same as JSON text. */
export const totalsJson = (cost: Cost): string =>
  quickTotals(amountsOf(cost), 0) ?? JSON.stringify(totalsOf(cost))

/** What stands before each number of a currency, as bytes. */
const labels = currencies.map((currency) => ({
  cost: Buffer.from(`{"currency":"${currency}","cost":`),
  sales: Buffer.from(',"sales":'),
}))
// Scratch: a currency takes its labels, two amounts and a bracket; the brackets around all are two more.
const longestOfCurrency = 64 + 2 * longestMoney
const written = Buffer.alloc(longestOfCurrency * currencies.length + 2)
const [opening, comma, brace, closing] = [91, 44, 125, 93] as const

const writeLabelled = (at: number, label: Uint8Array, amount: number): number => {
  for (let place = 0; place < label.length; place++) written[at + place] = label[place]!
  return writeMoney(written, at + label.length, amount)
}

/**
 * The amounts that lie from `from` on as JSON text, written as bytes and read once: one text in one piece of
 * memory. Null where one has too many digits.
 */
export const quickTotals = (amounts: ArrayLike<Exact>, from: number): string | null => {
  let at = 0
  for (let index = 0; index < labels.length; index++) {
    const [cost, sales] = [amounts[from + 2 * index]!, amounts[from + 2 * index + 1]!]
    if (cost === 0 && sales === 0) continue
    if (!isQuickMoney(cost) || !isQuickMoney(sales)) return null
    written[at] = at === 0 ? opening : comma
    at = writeLabelled(at + 1, labels[index]!.cost, cost)
    at = writeLabelled(at, labels[index]!.sales, sales)
    written[at++] = brace
  }
  if (at === 0) return '[]'
  written[at++] = closing
  return written.toString('latin1', 0, at)
}
