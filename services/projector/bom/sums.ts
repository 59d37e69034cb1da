import { amountsOfCost, quickTotals, totalsJson, type Cost } from './cost.ts'
import { grown } from './growing.ts'

/** The amounts of a cost of one and its pieces without a price, side by side. */
const width = amountsOfCost + 1

/** Costs by dense number, in one array of doubles: a hundred thousand are made and thrown away at once. */
export class Sums {
  #rows: Float64Array<ArrayBuffer>
  /**
   * Those that a double is too small for, or that are of more than one. Their rows hold what is too large, so
   * whoever adds it up sees that, too.
   */
  readonly #large: Map<number, Cost>

  constructor(rows = new Float64Array(0), large: ReadonlyMap<number, Cost> = new Map()) {
    this.#rows = rows
    this.#large = new Map(large)
  }

  /** As they are now. */
  copy(): Sums {
    return new Sums(this.#rows.slice(), this.#large)
  }

  of(assembly: number): Cost {
    const large = this.#large.get(assembly)
    if (large) return large
    const from = assembly * width
    const amounts: number[] = []
    for (let place = from; place < from + amountsOfCost; place++) amounts.push(this.#rows[place]!)
    return { amounts, per: 1, unpriced: this.#rows[from + amountsOfCost]! }
  }

  totalsJson(assembly: number): string {
    return quickTotals(this.#rows, assembly * width) ?? totalsJson(this.of(assembly))
  }

  isComplete(assembly: number): boolean {
    return this.#rows[assembly * width + amountsOfCost] === 0
  }

  setLarge(assembly: number, cost: Cost): void {
    this.#large.set(assembly, cost)
    const amounts = cost.amounts.map((amount) =>
      cost.per === 1 || amount === 0 ? Number(amount) : Infinity,
    )
    this.#rows.set([...amounts, Number(cost.unpriced)], assembly * width)
  }

  /** To add to with the three below. */
  begin(assembly: number): void {
    const from = assembly * width
    this.#rows = grown(this.#rows, from + width)
    this.#rows.fill(0, from, from + width)
    this.#large.delete(assembly)
  }

  addUnpriced(assembly: number, pieces: number): void {
    this.#rows[assembly * width + amountsOfCost]! += pieces
  }

  addPrice(assembly: number, currency: number, cost: number, sales: number): void {
    const at = assembly * width + 2 * currency
    this.#rows[at]! += cost
    this.#rows[at + 1]! += sales
  }

  addMany(assembly: number, child: number, pieces: number): void {
    const rows = this.#rows
    const [from, added] = [assembly * width, child * width]
    for (let place = 0; place < width; place++) rows[from + place]! += rows[added + place]! * pieces
  }

  /** Sums of what is not negative only grow, so a sum that is safe had safe parts. */
  isSafe(assembly: number): boolean {
    const from = assembly * width
    for (let place = from; place < from + width; place++)
      if (this.#rows[place]! > Number.MAX_SAFE_INTEGER) return false
    return true
  }
}
