import { grown } from './growing.ts'
import type { Item } from './items.ts'

/** Numbers of one part, side by side: they are wanted together, and of parts in no order. */
export const priceWidth = 3

/** Prices of parts by dense number: summing walks over hundreds of thousands of them. */
export class PriceColumns {
  /**
   * Per part: the cost and the sales price in ten-thousandths, and the index of the currency. A cost of -1 is
   * none; Infinity is one that a double is too small for.
   */
  values = new Float64Array(16 * priceWidth)

  set(part: number, item: Item | null): void {
    const at = part * priceWidth
    this.values = grown(this.values, at + priceWidth)
    this.values[at] = item?.cost == null ? -1 : asDouble(item.cost)
    this.values[at + 1] = asDouble(item?.sales ?? 0)
    this.values[at + 2] = item?.traits.currency ?? 0
  }
}

const asDouble = (value: number | bigint) => (typeof value === 'number' ? value : Infinity)
