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

export const defaultPrice = {
  costPrice: null,
  costPriceCurrency: 'NOK',
  priceFactor: '1',
  listPrice: null,
  unit: 'stk',
} satisfies Price
