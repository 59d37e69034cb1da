import type { Exact } from '#graph/exact.ts'
import type { Links } from '#graph/links.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import { reach } from '#graph/walk.ts'
import type { BomLink, Structure } from './bom-links.ts'

/** Total quantity, number of paths and depths of a descendant in an ancestor, over all paths. */
export type Pair = PairKey & {
  readonly quantity: Exact
  readonly paths: Exact
  readonly minDepth: number
  readonly maxDepth: number
}
export type PairKey = { readonly ancestor: number; readonly descendant: number }

const pairOf = (
  { totals, cycle }: RollUp,
  start: number,
  other: number,
  { ancestor, descendant }: PairKey,
): Pair => {
  const found = totals.get(other)!
  return {
    ancestor,
    descendant,
    ...found,
    // With a cycle the self row gets a depth, which the table's constraint refuses.
    maxDepth: other === start && cycle?.includes(start) ? cycle.length : found.maxDepth,
  }
}

/** The whole closure, ordered by ancestor id. */
export function* allPairs({ links, assemblies }: Structure): Generator<Pair> {
  const all = new Set(assemblies.keys())
  for (const { from } of links.subassembly) all.add(from)
  for (const ancestor of [...all].toSorted((a, b) => a - b)) {
    const found = rollUp(links.subassembly, ancestor, 'down')
    for (const descendant of found.order.toSorted((a, b) => a - b))
      if (descendant !== ancestor || assemblies.has(ancestor))
        yield pairOf(found, ancestor, descendant, { ancestor, descendant })
  }
}

export type ClosureChange = {
  readonly changed: readonly Pair[]
  readonly removed: readonly PairKey[]
}

const pairsPerChange = 5_000

/** A changed link affects the pairs (all ancestors of the parent) × (all descendants of the child). */
export class ClosureChanges {
  #size = 0
  readonly #ancestorsOf = new Map<number, Set<number>>()
  /** With more pairs than this, the whole table is recomputed instead. */
  readonly #limit: number

  constructor(limit = Infinity) {
    this.#limit = limit
  }

  get isTooLarge(): boolean {
    return this.#size > this.#limit
  }

  /**
   * Call it before a link is added, changed or removed; for a new or removed assembly, with the assembly as both ends.
   */
  touch(links: Links<BomLink>, parent: number, child: number): void {
    const above = reach(links, [parent], 'up')
    const below = reach(links, [child], 'down')
    this.#size += above.size * below.size
    if (this.isTooLarge) return this.#ancestorsOf.clear()
    for (const descendant of below) {
      const known = this.#ancestorsOf.get(descendant)
      if (!known) this.#ancestorsOf.set(descendant, new Set(above))
      else for (const ancestor of above) known.add(ancestor)
    }
  }

  /** The new values of the affected pairs, in chunks. Walks upwards, since an assembly has few ancestors. */
  *settle({ links, assemblies }: Structure): Generator<ClosureChange> {
    let changed: Pair[] = []
    let removed: PairKey[] = []
    for (const [descendant, ancestors] of this.#ancestorsOf) {
      const found = rollUp(links.subassembly, descendant, 'up')
      for (const ancestor of ancestors) {
        const key = { ancestor, descendant }
        const isThere =
          ancestor === descendant ? assemblies.has(ancestor) : found.totals.has(ancestor)
        if (isThere) changed.push(pairOf(found, descendant, ancestor, key))
        else removed.push(key)
      }
      if (changed.length + removed.length < pairsPerChange) continue
      yield { changed, removed }
      changed = []
      removed = []
    }
    if (changed.length + removed.length > 0) yield { changed, removed }
  }
}
