import type { ExactQuantity } from '#contracts/assembly/bom.ts'

const format = new Intl.NumberFormat('nb-NO')

/** Exact however large: "12 345 678 901 234 567 890". */
export const quantityText = (quantity: ExactQuantity): string =>
  format.format(typeof quantity === 'string' ? BigInt(quantity) : quantity)
