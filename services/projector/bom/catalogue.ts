import type { LinkKind } from '#contracts/assembly/links.ts'
import { flatText } from './flat-text.ts'
import type { Graph } from './graph.ts'
import {
  costIn,
  emptyRow,
  headText,
  shareIn,
  traitsIn,
  unitIn,
  type Item,
  type ItemRow,
  type OwnTraits,
  type Traits,
} from './items.ts'
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
  readonly #traits = new Map<string, Traits>()

  item(graph: Graph, node: number, isAssembly: boolean): Item {
    const known = isAssembly ? this.assemblies[node] : this.parts[node]
    return known ?? this.#missing(...identity(graph, node, isAssembly))
  }

  made(kind: LinkKind, row: ItemRow): Item {
    return { head: headText(kind, row), traits: this.#shared(traitsIn(row)), ...costIn(row) }
  }

  /** Null: there is no such supplier or manufacturer any more. */
  name(what: Named, id: number, name: string | null): void {
    if (name === null) this[what].delete(id)
    else this[what].set(id, name)
    const key = what === 'suppliers' ? 'supplierId' : 'manufacturerId'
    for (const traits of this.#traits.values())
      if (traits[key] === id) traits.text = this.#textOf(traits)
  }

  /** What stands for a record that a link points to and that does not exist. */
  #missing(kind: LinkKind, id: number): Item {
    return this.made(kind, { ...emptyRow(id), description: 'Finnes ikke' })
  }

  #shared(own: OwnTraits): Traits {
    const key = JSON.stringify(own)
    const known = this.#traits.get(key)
    if (known) return known
    const traits = { ...own, share: shareIn(own), text: this.#textOf(own) }
    this.#traits.set(key, traits)
    return traits
  }

  #textOf(traits: OwnTraits): string {
    const { manufacturerId, supplierId } = traits
    const json = JSON.stringify({
      manufacturerName:
        manufacturerId === null ? null : (this.manufacturers.get(manufacturerId) ?? null),
      supplierName: supplierId === null ? null : (this.suppliers.get(supplierId) ?? null),
      unit: unitIn(traits),
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
  item: Item,
  quantity: Exact,
  level: number,
  notes: string | null,
): string => {
  const said = notes === null ? 'null' : JSON.stringify(notes)
  return `${item.head},${item.traits.text},"totalQuantity":${jsonOf(quantity)},"level":${level},"notes":${said}`
}
