import type { Decimal } from '../decimal.ts'

export const currencies = ['NOK', 'EUR', 'USD', 'SEK', 'DKK', 'GBP'] as const
export type Currency = (typeof currencies)[number]

export type Price = {
  readonly costPrice: Decimal | null
  readonly costPriceCurrency: Currency
  readonly priceFactor: Decimal
  readonly listPrice: Decimal | null
  readonly unit: string
}

/** The day as the command gave it; null means the day of recording. */
export type ValidFrom = string | null

export const defaultPrice = {
  costPrice: null,
  costPriceCurrency: 'NOK',
  priceFactor: '1',
  listPrice: null,
  unit: 'stk',
} satisfies Price

const keys = Object.keys(defaultPrice) as (keyof Price)[]

export const isSamePrice = (a: Price, b: Price): boolean => keys.every((key) => a[key] === b[key])
