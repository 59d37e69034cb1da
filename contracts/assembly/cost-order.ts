import { currencies, type Currency } from '../catalogue/price.ts'
import type { CurrencyTotal } from './cost-answers.ts'

type Totals = readonly CurrencyTotal[]
type Amount = 'cost' | 'sales'

export const costSorts = { costPrice: 'cost', salesPrice: 'sales' } as const satisfies Record<
  string,
  Amount
>
export type CostSort = keyof typeof costSorts
export const isCostSort = (key: string | undefined): key is CostSort =>
  key !== undefined && key in costSorts

const amountIn = (totals: Totals, currency: Currency, amount: Amount) => {
  const found = totals.find((total) => total.currency === currency)
  return found && Number(found[amount])
}

/** Currencies are not converted: NOK decides first, then the next currency. Without a total it sorts last. */
export const compareTotals =
  (amount: Amount, descending: boolean) =>
  (a: Totals, b: Totals): number => {
    for (const currency of currencies) {
      const [one, other] = [amountIn(a, currency, amount), amountIn(b, currency, amount)]
      if (one === other) continue
      if (one === undefined) return 1
      if (other === undefined) return -1
      return descending ? other - one : one - other
    }
    return 0
  }
