import type { Graph } from './graph.ts'
import { plus, times, type Exact } from './numbers.ts'
import { spread, type Spread } from './spread.ts'

/** One line of the flat list: an item, once, whatever the number of places it is in. */
export type FlatLine = {
  /** Dense number of the part or, where `isAssembly`, of the assembly. */
  readonly node: number
  readonly isAssembly: boolean
  readonly quantity: Exact
  /** The smallest level it occurs at; 1 is directly in the assembly. */
  readonly level: number
  readonly deepest: number
  readonly notes: string | null
}

export type Flat = {
  readonly parts: readonly FlatLine[]
  /** Without the assembly itself. */
  readonly assemblies: readonly FlatLine[]
  /** The assembly and all below it, each before what it contains. */
  readonly order: readonly number[]
  readonly circle: readonly number[] | null
}

/** Notes of more links than these are left out, so that a much used item has a readable line. */
const notesShown = 5

/** Everything in an assembly with its totals: one pass over its links, however many paths they make. */
export const flatOf = (graph: Graph, root: number): Flat => {
  const found = spread(graph.subs, root, 'down')
  const notes = { parts: new Notes(), assemblies: new Notes() }
  for (const node of graph.subs.notes.size > 0 ? found.order : [])
    for (let link = graph.subs.firstOut[node]!; link >= 0; link = graph.subs.nextOut[link]!)
      if (graph.subs.noted[link])
        notes.assemblies.add(graph.subs.to[link]!, graph.subs.notes.get(link)!)

  const assemblies = found.order.slice(1).map((node) => ({
    node,
    isAssembly: true,
    quantity: found.quantity[node]!,
    level: found.min[node]!,
    deepest: found.max[node]!,
    notes: notes.assemblies.of(node),
  }))
  return {
    parts: partLines(graph, found, notes.parts),
    assemblies: sortedById(assemblies, (line) => graph.assemblies.ids[line.node]!),
    order: found.order,
    circle: found.circle,
  }
}

// Scratch, zeroed by every use: see walk.ts.
let places = new Int32Array(0)

const partLines = (graph: Graph, found: Spread, notes: Notes): readonly FlatLine[] => {
  const { leaves, parts } = graph
  if (places.length < parts.size) places = new Int32Array(parts.size * 2)
  const nodes: number[] = []
  const quantities: Exact[] = []
  const levels: number[] = []
  const depths: number[] = []
  for (const assembly of found.order) {
    const total = found.quantity[assembly]!
    const [nearest, farthest] = [found.min[assembly]! + 1, found.max[assembly]! + 1]
    for (let link = leaves.firstOut[assembly] ?? -1; link >= 0; link = leaves.nextOut[link]!) {
      const part = leaves.to[link]!
      const pieces = times(total, leaves.quantity[link]!)
      let place = places[part]! - 1
      if (place < 0) {
        place = nodes.push(part) - 1
        places[part] = place + 1
        quantities.push(pieces)
        levels.push(nearest)
        depths.push(farthest)
      } else {
        quantities[place] = plus(quantities[place]!, pieces)
        if (nearest < levels[place]!) levels[place] = nearest
        if (farthest > depths[place]!) depths[place] = farthest
      }
      if (leaves.noted[link]) notes.add(part, leaves.notes.get(link)!)
    }
  }
  const lines = nodes.map((node, place) => ({
    node,
    isAssembly: false,
    quantity: quantities[place]!,
    level: levels[place]!,
    deepest: depths[place]!,
    notes: notes.of(node),
  }))
  for (const node of nodes) places[node] = 0
  // Kind first, then id: below 2^53, since an id is below 2^31.
  return sortedById(lines, ({ node }) => parts.kinds[node]! * 2 ** 32 + parts.ids[node]!)
}

/** Sorts by a number per line. A typed array sorts numbers several times quicker than a comparison does. */
const sortedById = (lines: readonly FlatLine[], idOf: (line: FlatLine) => number) => {
  const ids = Float64Array.from(lines, idOf)
  if (ids.every((id, place) => place === 0 || ids[place - 1]! <= id)) return lines
  const byId = new Map(lines.map((line, place) => [ids[place]!, line]))
  return Array.from(ids.sort(), (id) => byId.get(id)!)
}

/** The notes of an item's links, each once. */
class Notes {
  readonly #notes = new Map<number, Set<string>>()

  add(node: number, note: string): void {
    const known = this.#notes.get(node)
    if (known) known.add(note)
    else this.#notes.set(node, new Set([note]))
  }

  of(node: number): string | null {
    const notes = [...(this.#notes.get(node) ?? [])].toSorted()
    if (notes.length === 0) return null
    const more = notes.length > notesShown ? ` … og ${notes.length - notesShown} til` : ''
    return notes.slice(0, notesShown).join('; ') + more
  }
}
