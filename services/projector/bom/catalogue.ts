import type { LinkKind } from '#contracts/assembly/links.ts'
import { flatText } from './flat-text.ts'
import type { Graph } from './graph.ts'
import { missingItem, unitOf, type Item, type Shown } from './items.ts'
import { jsonOf, type Exact } from './numbers.ts'
import { PriceColumns } from './price-columns.ts'

type Named = 'suppliers' | 'manufacturers'

/** What the records that a graph links to say about themselves. */
export class Catalogue {
  /** By dense number; null where the record does not exist. */
  readonly parts: (Item | null)[] = []
  readonly assemblies: (Item | null)[] = []
  readonly prices = new PriceColumns()
  readonly suppliers = new Map<number, string>()
  readonly manufacturers = new Map<number, string>()
  /** Items with the same names and unit share a text, so that a new name is written in one place. */
  readonly #shown = new Map<string, { readonly item: Item; readonly shown: Shown }>()

  item(graph: Graph, node: number, isAssembly: boolean): Item {
    const known = isAssembly ? this.assemblies[node] : this.parts[node]
    return known ?? missingItem(...identity(graph, node, isAssembly))
  }

  /** Null: there is no such supplier or manufacturer any more. */
  name(what: Named, id: number, name: string | null): void {
    if (name === null) this[what].delete(id)
    else this[what].set(id, name)
    for (const { item, shown } of this.#shown.values())
      if ((what === 'suppliers' ? item.supplierId : item.manufacturerId) === id)
        shown.text = this.#textOf(item)
  }

  shownOf(item: Item): Shown {
    if (item.shown) return item.shown
    const key = `${item.supplierId} ${item.manufacturerId} ${unitOf(item)}`
    let known = this.#shown.get(key)
    if (!known) {
      known = { item, shown: { text: this.#textOf(item) } }
      this.#shown.set(key, known)
    }
    item.shown = known.shown
    return known.shown
  }

  #textOf(item: Item): string {
    const { manufacturerId, supplierId } = item
    const json = JSON.stringify({
      manufacturerName:
        manufacturerId === null ? null : (this.manufacturers.get(manufacturerId) ?? null),
      supplierName: supplierId === null ? null : (this.suppliers.get(supplierId) ?? null),
      unit: unitOf(item),
    })
    return flatText(json.slice(1, -1))
  }
}

const identity = (graph: Graph, node: number, isAssembly: boolean): [LinkKind, number] =>
  isAssembly
    ? ['subassembly', graph.assemblies.ids[node]!]
    : [graph.parts.kindOf(node), graph.parts.ids[node]!]

/** One BomItem as JSON text, without its closing brace: what is prepared, and what this line says. */
export const lineJson = (
  catalogue: Catalogue,
  item: Item,
  quantity: Exact,
  level: number,
  notes: string | null,
): string => {
  const said = notes === null ? 'null' : JSON.stringify(notes)
  return `${item.head},${catalogue.shownOf(item).text},"totalQuantity":${jsonOf(quantity)},"level":${level},"notes":${said}`
}
