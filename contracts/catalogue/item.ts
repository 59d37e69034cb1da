import type { Values } from '../fields.ts'
import type { Price } from './price.ts'

export type ItemId = number | string

export type KeptPrice = {
  readonly price: Price
  readonly createdAt: string
  readonly updatedAt: string
  readonly costPriceUpdatedAt: string | null
}

export type Item = {
  status: 'none' | 'live' | 'removed'
  values: Values
  price: KeptPrice | null
  createdAt: string
  updatedAt: string
  version: bigint
}
