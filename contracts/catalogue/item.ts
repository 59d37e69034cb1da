import type { Values } from '../fields.ts'
import type { Offer } from './offer.ts'
import type { Price, ValidFrom } from './price.ts'

export type ItemId = number | string

export type KeptPrice = {
  readonly price: Price
  /** The day from which it holds. */
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
  /** By the days from which they hold, one a day. */
  prices: readonly KeptPrice[]
  /** By their suppliers, of which none is the item's own. */
  offers: ReadonlyMap<number, KeptOffer>
  createdAt: string
  updatedAt: string
  version: bigint
}
