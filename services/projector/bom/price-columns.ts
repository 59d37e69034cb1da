import { priceOf } from './cost.ts'
import { grown } from './growing.ts'
import type { Item } from './items.ts'
import type { Exact } from './numbers.ts'

/** Numbers of one part, side by side: they are wanted together, and of parts in no order. */
export const priceWidth = 3

/** Prices of parts by dense number: summing walks over hundreds of thousands of them. */
export class PriceColumns {
  /**
   * Per part: the cost and the sales price of one in ten-thousandths, and the index of the currency. A cost of -1 is
   * none; Infinity is one that a double does not hold.
   */
  values = new Float64Array(16 * priceWidth)

  set(part: number, item: Item | null): void {
    const at = part * priceWidth
    this.values = grown(this.values, at + priceWidth)
    const price = priceOf(item)
    const asDouble = (amount: Exact) =>
      typeof amount === 'number' && price?.per === 1 ? amount : Infinity
    this.values[at] = price ? asDouble(price.cost) : -1
    this.values[at + 1] = price ? asDouble(price.sales) : 0
    this.values[at + 2] = item?.traits.currency ?? 0
  }
}
