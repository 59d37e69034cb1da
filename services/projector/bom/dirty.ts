import type { ClosureChange, Structure } from './closure.ts'
import { pairOf, pairsIn } from './closure.ts'
import { grown } from './growing.ts'
import type { Links } from './links.ts'
import { spread } from './spread.ts'
import { walk, type Direction } from './walk.ts'

type Piece = { readonly [Rows in keyof ClosureChange]: ClosureChange[Rows][number][] }

/**
 * Remembers which pairs a batch of edits touches. An edit of a link touches (all above its parent) × (all
 * below its child), as the graph stands when it is made; the values are computed once, when the batch ends.
 */
export class Dirty {
  /** Pairs marked so far, those marked twice counted twice. */
  pending = 0
  readonly #ancestorsOf = new Map<number, Set<number>>()
  /** All above a descendant before the batch, where something new joins others to it: the rest had a path when marked. */
  readonly #ancestorsBefore = new Map<number, ReadonlySet<number>>()
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

  /** To be called before a link is added (`isNew`), changed or removed. */
  markLink(structure: Structure, parent: number, child: number, isNew: boolean): void {
    const { subs } = structure.graph
    const above = walk(subs, parent, 'up').order
    const below = walk(subs, child, 'down').order
    this.pending += above.length * below.length
    if (this.tooMany) {
      this.#ancestorsOf.clear()
      this.#ancestorsBefore.clear()
      return
    }
    if (isNew) for (const descendant of below) this.#rememberBefore(structure, descendant)
    mark(this.#ancestorsOf, above, below)
  }

  /** The assembly itself comes (`isNew`) or goes, and so does every path through it: to be called before it does. */
  markAssembly(structure: Structure, assembly: number, isNew: boolean): void {
    this.markLink(structure, assembly, assembly, isNew)
  }

  /**
   * The values of what was marked, from each dirty descendant upwards or each dirty ancestor downwards,
   * whichever is less work; in pieces, so that one can be written while the next is computed.
   */
  *settle(structure: Structure): Generator<ClosureChange> {
    const ancestors = new Map<number, number[]>()
    for (const [descendant, above] of this.#ancestorsOf)
      for (const ancestor of above) {
        const below = ancestors.get(ancestor)
        if (below) below.push(descendant)
        else ancestors.set(ancestor, [descendant])
      }
    const { subs } = structure.graph
    const isUp =
      effort(subs, [...this.#ancestorsOf.keys()], 'up') <=
      effort(subs, [...ancestors.keys()], 'down')
    const dirty: ReadonlyMap<number, Iterable<number>> = isUp ? this.#ancestorsOf : ancestors
    const wasThere = (descendant: number, ancestor: number) =>
      this.#ancestorsBefore.get(descendant)?.has(ancestor) ?? true
    let piece: Piece = { changed: [], added: [], gone: [] }
    for (const start of [...dirty.keys()].toSorted((a, b) => a - b)) {
      settleFrom(structure, start, dirty.get(start)!, isUp ? 'up' : 'down', wasThere, piece)
      if (pairsIn(piece) < rowsPerPiece) continue
      yield piece
      piece = { changed: [], added: [], gone: [] }
    }
    if (pairsIn(piece) > 0) yield piece
  }

  /** All above it now, and what has been marked: whatever the batch has taken from above it was marked then. */
  #rememberBefore({ graph, hasAssembly }: Structure, descendant: number): void {
    if (this.#ancestorsBefore.has(descendant)) return
    const before = new Set(walk(graph.subs, descendant, 'up').order)
    if (!hasAssembly(descendant)) before.delete(descendant)
    for (const ancestor of this.#ancestorsOf.get(descendant) ?? []) before.add(ancestor)
    this.#ancestorsBefore.set(descendant, before)
  }
}

const rowsPerPiece = 5_000

const samples = 8

/** Roughly how many assemblies walks from all of these meet. */
const effort = (links: Links, starts: readonly number[], direction: Direction): number => {
  const step = Math.max(1, Math.floor(starts.length / samples))
  let met = 0
  for (let place = 0; place < starts.length; place += step)
    met += walk(links, starts[place]!, direction).order.length
  return met * step
}

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
  { graph, hasAssembly }: Structure,
  start: number,
  others: Iterable<number>,
  direction: 'up' | 'down',
  wasThere: (descendant: number, ancestor: number) => boolean,
  { changed, added, gone }: Piece,
): void => {
  const { ids } = graph.assemblies
  const found = spread(graph.subs, start, direction)
  reached = grown(reached, graph.assemblies.size)
  pass++
  for (const node of found.order) reached[node] = pass
  for (const other of others) {
    const [above, below] = direction === 'up' ? [other, start] : [start, other]
    const ends = { ancestor: ids[above]!, descendant: ids[below]! }
    const isOld = wasThere(below, above)
    if (reached[other] === pass && (other !== start || hasAssembly(start)))
      (isOld ? changed : added).push(pairOf(found, start, other, ends))
    else if (isOld) gone.push(ends)
  }
}
