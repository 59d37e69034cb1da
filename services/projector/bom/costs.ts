import type { Catalogue } from './catalogue.ts'
import { addCost, addPieces, nothing, type Cost } from './cost.ts'
import type { Graph } from './graph.ts'
import { Memo } from './memo.ts'
import { priceWidth } from './price-columns.ts'
import { Sums } from './sums.ts'

/** What every assembly costs: its own parts, and its subassemblies' costs. */
export class Costs extends Memo {
  readonly #graph: Graph
  readonly #catalogue: Catalogue
  readonly #sums = new Sums()

  constructor(graph: Graph, catalogue: Catalogue) {
    super(graph.subs)
    this.#graph = graph
    this.#catalogue = catalogue
  }

  of(assembly: number): Cost {
    this.refresh(assembly)
    return this.#sums.of(assembly)
  }

  /** As they are now, by dense number. */
  all(): Sums {
    for (let assembly = 0; assembly < this.#graph.assemblies.size; assembly++)
      this.refresh(assembly)
    return this.#sums.copy()
  }

  protected override compute(assembly: number): void {
    this.#sums.begin(assembly)
    this.#addParts(assembly)
    this.#addSubassemblies(assembly)
    if (!this.#sums.isSafe(assembly)) this.#sums.setLarge(assembly, this.#exact(assembly))
  }

  #addParts(assembly: number): void {
    const { firstOut, nextOut, to, quantity } = this.#graph.leaves
    const prices = this.#catalogue.prices.values
    for (let link = firstOut[assembly] ?? -1; link >= 0; link = nextOut[link]!) {
      const price = to[link]! * priceWidth
      const pieces = quantity[link]!
      const cost = prices[price]!
      if (cost < 0) this.#sums.addUnpriced(assembly, pieces)
      else
        this.#sums.addPrice(
          assembly,
          prices[price + 2]!,
          cost * pieces,
          prices[price + 1]! * pieces,
        )
    }
  }

  #addSubassemblies(assembly: number): void {
    const { firstOut, nextOut, to, quantity } = this.#graph.subs
    for (let link = firstOut[assembly] ?? -1; link >= 0; link = nextOut[link]!)
      if (this.isFresh(to[link]!)) this.#sums.addMany(assembly, to[link]!, quantity[link]!)
  }

  #exact(assembly: number): Cost {
    const { leaves, subs } = this.#graph
    const sum = nothing()
    for (const link of leaves.outOf(assembly))
      addPieces(sum, this.#catalogue.parts[leaves.to[link]!], leaves.quantity[link]!)
    for (const link of subs.outOf(assembly))
      if (this.isFresh(subs.to[link]!))
        addCost(sum, this.#sums.of(subs.to[link]!), subs.quantity[link]!)
    return sum
  }
}
