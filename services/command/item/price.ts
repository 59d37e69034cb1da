import { decimalOf } from '#contracts/decimal.ts'
import { defaultPrice, factorMissing, type Price, type PricingChanges } from '#contracts/pricing.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'

const exact = (value: number | null) => (value === null ? null : decimalOf(value))

/** What is absent stays as it was; null clears to the default. A cost cannot lose its factor. */
export const changedPrice = (
  previous: Price | null,
  changes: PricingChanges,
  path: string,
): Price | Refusal => {
  const before = previous ?? defaultPrice
  const { costPrice, costPriceCurrency, priceFactor, listPrice, unit } = changes
  const cost = costPrice === undefined ? before.costPrice : exact(costPrice)
  if (priceFactor === null && cost !== null && cost !== '0')
    return invalid([{ path: `${path}priceFactor`, message: factorMissing }])
  return {
    costPrice: cost,
    costPriceCurrency: costPriceCurrency ?? before.costPriceCurrency,
    priceFactor:
      priceFactor === undefined
        ? before.priceFactor
        : (exact(priceFactor) ?? defaultPrice.priceFactor),
    listPrice: listPrice === undefined ? before.listPrice : exact(listPrice),
    unit: unit === undefined ? before.unit : unit || defaultPrice.unit,
  }
}

const keys = Object.keys(defaultPrice) as (keyof Price)[]

export const isSamePrice = (a: Price | null, b: Price | null): boolean =>
  a === b || (a !== null && b !== null && keys.every((key) => a[key] === b[key]))

/** Whether anything at all is said about the price: read-only fields of an answer say nothing. */
export const saysNothing = (changes: PricingChanges): boolean =>
  keys.every((key) => changes[key] === undefined)
