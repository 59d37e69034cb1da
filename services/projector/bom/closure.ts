import type { Graph } from './graph.ts'
import { grown } from './growing.ts'
import type { Exact } from './numbers.ts'
import { spread } from './spread.ts'
import { walk } from './walk.ts'

/** How often, and how deep, a descendant is in an ancestor, over all paths. Ids, not dense numbers. */
export type Pair = {
  readonly ancestor: number
  readonly descendant: number
  readonly quantity: Exact
  readonly paths: Exact
  readonly minDepth: number
  readonly maxDepth: number
}

/** What a batch of edits made of the closure: absolute values, so that writing them twice does no harm. */
export type ClosureChange = {
  /** Pairs that were there before the batch. */
  readonly changed: readonly Pair[]
  /** Pairs that a new link or assembly joins, which may have been there before. */
  readonly joined: readonly Pair[]
  readonly gone: readonly Gone[]
}
type Piece = { readonly [Rows in keyof ClosureChange]: ClosureChange[Rows][number][] }
export type Gone = { readonly ancestor: number; readonly descendant: number }

export const pairsIn = ({ changed, joined, gone }: ClosureChange): number =>
  changed.length + joined.length + gone.length

/**
 * Remembers which pairs a batch of edits touches. An edit of a link touches (all above its parent) × (all
 * below its child), as the graph stands when it is made; the values are computed once, when the batch ends.
 */
export class Dirty {
  /** Pairs marked so far, those marked twice counted twice. */
  pending = 0
  readonly #ancestorsOf = new Map<number, Set<number>>()
  /** Of these, those marked by what is new: all others had a path when they were first marked, so have a row. */
  readonly #joinedTo = new Map<number, Set<number>>()
  /** Beyond this many pairs nothing more is remembered: the whole table is to be computed anew. */
  readonly #limit: number

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  get tooMany(): boolean {
    return this.pending > this.#limit
  }

  get isEmpty(): boolean {
    return this.pending === 0
  }

  /** To be called before a link is removed and after one is added (`isNew`) or changed. */
  markLink(graph: Graph, parent: number, child: number, isNew: boolean): void {
    const above = walk(graph.subs, parent, 'up').order
    const below = walk(graph.subs, child, 'down').order
    this.pending += above.length * below.length
    if (this.tooMany) {
      this.#ancestorsOf.clear()
      this.#joinedTo.clear()
      return
    }
    mark(this.#ancestorsOf, above, below)
    if (isNew) mark(this.#joinedTo, above, below)
  }

  /** The assembly itself comes (`isNew`) or goes, and so does every path through it. */
  markAssembly(graph: Graph, assembly: number, isNew: boolean): void {
    this.markLink(graph, assembly, assembly, isNew)
  }

  /**
   * The values of what was marked, from each dirty descendant upwards or each dirty ancestor downwards,
   * whichever are fewer; in pieces, so that one can be written while the next is computed.
   */
  *settle(graph: Graph, exists: (assembly: number) => boolean): Generator<ClosureChange> {
    const ancestors = new Map<number, number[]>()
    for (const [descendant, above] of this.#ancestorsOf)
      for (const ancestor of above) {
        const below = ancestors.get(ancestor)
        if (below) below.push(descendant)
        else ancestors.set(ancestor, [descendant])
      }
    const isUp = this.#ancestorsOf.size <= ancestors.size
    const dirty: ReadonlyMap<number, Iterable<number>> = isUp ? this.#ancestorsOf : ancestors
    const isJoined = (descendant: number, ancestor: number) =>
      this.#joinedTo.get(descendant)?.has(ancestor) ?? false
    let piece: Piece = { changed: [], joined: [], gone: [] }
    for (const start of [...dirty.keys()].toSorted((a, b) => a - b)) {
      settleFrom(graph, start, dirty.get(start)!, isUp ? 'up' : 'down', exists, isJoined, piece)
      if (pairsIn(piece) < rowsPerPiece) continue
      yield piece
      piece = { changed: [], joined: [], gone: [] }
    }
    if (pairsIn(piece) > 0) yield piece
  }
}

const rowsPerPiece = 5_000

const mark = (
  ancestorsOf: Map<number, Set<number>>,
  above: readonly number[],
  below: readonly number[],
) => {
  for (const descendant of below) {
    const known = ancestorsOf.get(descendant)
    if (!known) ancestorsOf.set(descendant, new Set(above))
    else for (const ancestor of above) known.add(ancestor)
  }
}

// Scratch, by assembly: the number of the pass that last reached it.
let reached = new Int32Array(0)
let pass = 0

const settleFrom = (
  graph: Graph,
  start: number,
  others: Iterable<number>,
  direction: 'up' | 'down',
  exists: (assembly: number) => boolean,
  isJoined: (descendant: number, ancestor: number) => boolean,
  { changed, joined, gone }: Piece,
): void => {
  const { ids } = graph.assemblies
  const found = spread(graph.subs, start, direction)
  reached = grown(reached, graph.assemblies.size)
  pass++
  for (const node of found.order) reached[node] = pass
  const onCircle = found.circle?.includes(start) ?? false
  for (const other of others) {
    const [above, below] = direction === 'up' ? [other, start] : [start, other]
    const [ancestor, descendant] = [ids[above]!, ids[below]!]
    if (reached[other] !== pass || (other === start && !exists(start)))
      gone.push({ ancestor, descendant })
    else
      (isJoined(below, above) ? joined : changed).push({
        ancestor,
        descendant,
        quantity: found.quantity[other]!,
        paths: found.paths[other]!,
        minDepth: found.min[other]!,
        // The table's constraint refuses a self row of any depth: a circle ends the projection there.
        maxDepth: other === start && onCircle ? found.circle!.length : found.max[other]!,
      })
  }
}

/** The whole closure, one ancestor after the other in the order of their ids: what a rebuild copies. */
export function* allPairs(graph: Graph, exists: (assembly: number) => boolean): Generator<Pair> {
  const { ids, size } = graph.assemblies
  const inOrder = Array.from({ length: size }, (_, assembly) => assembly).toSorted(
    (a, b) => ids[a]! - ids[b]!,
  )
  for (const assembly of inOrder) {
    const found = spread(graph.subs, assembly, 'down')
    const onCircle = found.circle?.includes(assembly) ?? false
    const pairs: Pair[] = []
    for (const other of found.order) {
      if (other === assembly && !exists(assembly)) continue
      pairs.push({
        ancestor: ids[assembly]!,
        descendant: ids[other]!,
        quantity: found.quantity[other]!,
        paths: found.paths[other]!,
        minDepth: found.min[other]!,
        maxDepth: other === assembly && onCircle ? found.circle!.length : found.max[other]!,
      })
    }
    yield* pairs.toSorted((a, b) => a.descendant - b.descendant)
  }
}
