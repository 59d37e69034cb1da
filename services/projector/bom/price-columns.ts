import { grown } from './growing.ts'
import type { ItemPrice } from './items.ts'

/** Prices of parts by dense number, side by side: summing walks over hundreds of thousands of them. */
export class PriceColumns {
  /** In ten-thousandths; -1 where there is none, Infinity where a double is too small for it. */
  cost = new Float64Array(16)
  sales = new Float64Array(16)
  currency = new Uint8Array(16)

  set(part: number, price: ItemPrice | null): void {
    this.cost = grown(this.cost, part + 1)
    this.sales = grown(this.sales, part + 1)
    this.currency = grown(this.currency, part + 1)
    this.cost[part] = price?.cost == null ? -1 : asDouble(price.cost)
    this.sales[part] = asDouble(price?.sales ?? 0)
    this.currency[part] = price?.currency ?? 0
  }
}

const asDouble = (value: number | bigint) => (typeof value === 'number' ? value : Infinity)
