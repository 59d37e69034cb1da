import type { Value } from '#contracts/fields.ts'
import type { Pricing } from '#contracts/pricing.ts'

/** A record as lists and single items answer it. */
export type Row = {
  readonly id: number | string
  readonly pricing?: Pricing | null
  readonly supplierName?: string | null
  readonly manufacturerName?: string | null
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly [key: string]: Value | Pricing | object | undefined
}

/** A value that is a text or a number, as text; anything else is ''. */
export const plain = (row: Row, key: string): string => {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
