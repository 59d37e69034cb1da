import type { Values } from '../fields.ts'
import type { Offer } from './offer.ts'
import type { Price, ValidFrom } from './price.ts'

export type ItemId = number | string

export type KeptPrice = {
  readonly price: Price
  readonly from: string
  readonly validFrom: ValidFrom
  readonly createdAt: string
  readonly updatedAt: string
  readonly costPriceUpdatedAt: string | null
}

export type KeptOffer = Offer & { readonly createdAt: string; readonly updatedAt: string }

export type Item = {
  status: 'none' | 'live' | 'removed'
  values: Values
  /** Sorted by `from`; at most one a day. */
  prices: readonly KeptPrice[]
  offers: ReadonlyMap<number, KeptOffer>
  createdAt: string
  updatedAt: string
  version: bigint
}
