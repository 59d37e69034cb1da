import type { LinkKind, PartKind } from '#contracts/assembly/links.ts'
import type { Graph } from './graph.ts'
import { missingItem, unitOf, type Item } from './items.ts'
import { jsonOf, type Exact } from './numbers.ts'

/** What the records that a graph links to say about themselves. */
export class Catalogue {
  /** By dense number; null where the record does not exist. */
  readonly parts: (Item | null)[] = []
  readonly assemblies: (Item | null)[] = []
  readonly suppliers = new Map<number, string>()
  readonly manufacturers = new Map<number, string>()

  item(graph: Graph, node: number, isAssembly: boolean): Item {
    const known = isAssembly ? this.assemblies[node] : this.parts[node]
    return known ?? missingItem(...identity(graph, node, isAssembly))
  }

  exists(node: number, isAssembly: boolean): boolean {
    return Boolean(isAssembly ? this.assemblies[node] : this.parts[node])
  }
}

const identity = (graph: Graph, node: number, isAssembly: boolean): [LinkKind, number] =>
  isAssembly
    ? ['subassembly', graph.assemblies.ids[node]!]
    : [graph.parts.kindOf(node) satisfies PartKind, graph.parts.ids[node]!]

// Names are few and asked for on every line, so their JSON is kept.
const quoted = new Map<string, string>()
const quotedName = (name: string | undefined): string => {
  if (name === undefined) return 'null'
  let json = quoted.get(name)
  if (json === undefined) {
    if (quoted.size > 50_000) quoted.clear()
    json = JSON.stringify(name)
    quoted.set(name, json)
  }
  return json
}

type Line = {
  readonly quantity: Exact
  readonly level: number
  readonly notes: string | null
}

/** One BomItem as JSON text, without its closing brace: the record's prepared part and the line's own. */
export const lineJson = (catalogue: Catalogue, item: Item, line: Line): string => {
  const { manufacturerId, supplierId } = item
  const manufacturer =
    manufacturerId === null ? undefined : catalogue.manufacturers.get(manufacturerId)
  const supplier = supplierId === null ? undefined : catalogue.suppliers.get(supplierId)
  return `${item.head},"manufacturerName":${quotedName(manufacturer)},"supplierName":${quotedName(
    supplier,
  )},"totalQuantity":${jsonOf(line.quantity)},"unit":${quotedName(unitOf(item))},"level":${
    line.level
  },"notes":${line.notes === null ? 'null' : JSON.stringify(line.notes)}`
}
