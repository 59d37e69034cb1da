import type { Graph, Parts } from './graph.ts'
import { plus, times, type Exact } from './numbers.ts'
import { gatherNotes, type NotesByNode } from './notes.ts'
import { byKeys } from './sorted.ts'
import { spread, type Spread } from './spread.ts'

/** Items, each once, whatever the number of places it is in: columns, since there may be many. */
export type FlatLines = {
  /** Dense numbers of parts or of assemblies. */
  readonly nodes: ArrayLike<number>
  readonly quantities: ArrayLike<Exact>
  /** The smallest level it occurs at; 1 is directly in the assembly. */
  readonly levels: ArrayLike<number>
  readonly depths: ArrayLike<number>
  readonly notes: NotesByNode
}

export type Flat = {
  readonly parts: FlatLines
  /** Without the assembly itself. */
  readonly assemblies: FlatLines
  /** The assembly and all below it, each before what it contains. */
  readonly order: readonly number[]
  readonly circle: readonly number[] | null
}

/** Everything in an assembly with its totals: one pass over its links, however many paths they make. */
export const flatOf = (graph: Graph, root: number): Flat => {
  const found = spread(graph.subs, root, 'down')
  const { order, circle } = found
  const { ids } = graph.assemblies
  const nodes = byKeys(order.slice(1), (node) => ids[node]!)
  return {
    parts: partLines(graph, found),
    assemblies: {
      nodes,
      quantities: nodes.map((node) => found.quantity[node]!),
      levels: nodes.map((node) => found.min[node]!),
      depths: nodes.map((node) => found.max[node]!),
      notes: gatherNotes(graph.subs, order),
    },
    order,
    circle,
  }
}

// Scratch, by part. Places are zeroed by every use: see walk.ts.
let places = new Int32Array(0)
let totals = new Float64Array(0)
let nearest = new Int32Array(0)
let farthest = new Int32Array(0)

const partLines = (graph: Graph, found: Spread): FlatLines => {
  const { leaves, parts } = graph
  if (places.length < parts.size) {
    const length = parts.size * 2
    places = new Int32Array(length)
    totals = new Float64Array(length)
    nearest = new Int32Array(length)
    farthest = new Int32Array(length)
  }
  const unordered = gather(graph, found)
  const nodes = inOrder(parts, unordered)
  const quantities: number[] = []
  const levels: number[] = []
  const depths: number[] = []
  let isSafe = true
  for (const node of nodes) {
    const total = totals[node]!
    if (total > Number.MAX_SAFE_INTEGER) isSafe = false
    quantities.push(total)
    levels.push(nearest[node]!)
    depths.push(farthest[node]!)
    places[node] = 0
  }
  const notes = gatherNotes(leaves, found.order)
  return {
    nodes,
    quantities: isSafe ? quantities : exactTotals(graph, found, nodes),
    levels,
    depths,
    notes,
  }
}

/** Many of all parts are picked from the list of all, which is in order; few are sorted. */
const inOrder = (parts: Parts, gathered: readonly number[]): readonly number[] => {
  if (gathered.length * 16 < parts.size) return byKeys(gathered, (part) => parts.keyOf(part))
  const picked: number[] = []
  for (const part of parts.inOrder()) if (places[part] === 1) picked.push(part)
  return picked
}

/** Fills the scratch. A total that is too large for a double is merely seen to be so. */
const gather = ({ leaves }: Graph, found: Spread): readonly number[] => {
  const { firstOut, nextOut, to, quantity } = leaves
  const nodes: number[] = []
  for (const assembly of found.order) {
    const total = Number(found.quantity[assembly]!)
    const [near, far] = [found.min[assembly]! + 1, found.max[assembly]! + 1]
    for (let link = firstOut[assembly] ?? -1; link >= 0; link = nextOut[link]!) {
      const part = to[link]!
      if (places[part] === 0) {
        places[part] = 1
        nodes.push(part)
        totals[part] = total * quantity[link]!
        nearest[part] = near
        farthest[part] = far
        continue
      }
      totals[part]! += total * quantity[link]!
      if (near < nearest[part]!) nearest[part] = near
      if (far > farthest[part]!) farthest[part] = far
    }
  }
  return nodes
}

const exactTotals = (
  { leaves }: Graph,
  found: Spread,
  nodes: readonly number[],
): readonly Exact[] => {
  const exact = new Map<number, Exact>()
  for (const assembly of found.order)
    for (const link of leaves.outOf(assembly)) {
      const pieces = times(found.quantity[assembly]!, leaves.quantity[link]!)
      exact.set(leaves.to[link]!, plus(exact.get(leaves.to[link]!) ?? 0, pieces))
    }
  return nodes.map((node) => exact.get(node)!)
}
