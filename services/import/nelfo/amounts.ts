import type { PricedFor } from './units.ts'
import { whole } from './units.ts'

/**
 * What one unit costs, in kroner with at most four decimals, rounded half up: `øre` for the quantity,
 * less a discount in hundredths of a percent.
 */
export const amountOf = (øre: bigint, { quantity }: PricedFor, discount = 0n): number => {
  const tenThousandths = øre * 100n * (whole - discount)
  const rounded = (2n * tenThousandths + quantity) / (2n * quantity)
  // Amounts of the size that prices may have are exact as numbers.
  return Number(`${rounded / whole}.${String(rounded % whole).padStart(4, '0')}`)
}
