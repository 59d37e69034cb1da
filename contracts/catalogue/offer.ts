import type { Decimal } from '../decimal.ts'
import { number } from '../fields.ts'
import { defaultPrice, type Currency } from './price.ts'

/** For the item's own supplier these are fields of the item, for others fields of the offer. */
export const deliveryFields = {
  minimumOrder: number('Minste bestilling', { least: 0, unsearchable: true }),
  leadTime: number('Leveringstid', { unit: 'dager', least: 0, unsearchable: true }),
}

export type Offer = {
  readonly supplierArticlenumber: string | null
  readonly costPrice: Decimal | null
  readonly costPriceCurrency: Currency
  readonly unit: string
  readonly minimumOrder: number | null
  readonly leadTime: number | null
}

export const emptyOffer: Offer = {
  supplierArticlenumber: null,
  costPrice: null,
  costPriceCurrency: defaultPrice.costPriceCurrency,
  unit: defaultPrice.unit,
  minimumOrder: null,
  leadTime: null,
}

const keys = Object.keys(emptyOffer) as (keyof Offer)[]

export const isSameOffer = (a: Offer, b: Offer): boolean => keys.every((key) => a[key] === b[key])
