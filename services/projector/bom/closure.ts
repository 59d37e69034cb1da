import { rollUp, type RollUp } from '#graph/roll-up.ts'
import type { Exact } from '#graph/exact.ts'
import type { Structure } from './bom-links.ts'

/** How often, and how deep, a descendant is in an ancestor, over all paths. */
export type Pair = PairKey & {
  readonly quantity: Exact
  readonly paths: Exact
  readonly minDepth: number
  readonly maxDepth: number
}
export type PairKey = { readonly ancestor: number; readonly descendant: number }

export const pairOf = (
  { totals, circle }: RollUp,
  start: number,
  other: number,
  { ancestor, descendant }: PairKey,
): Pair => {
  const found = totals.get(other)!
  return {
    ancestor,
    descendant,
    ...found,
    // The table's constraint refuses a self row of any depth: a circle ends the projection there.
    maxDepth: other === start && circle?.includes(start) ? circle.length : found.maxDepth,
  }
}

/** The whole closure, one ancestor after the other in the order of their ids: what a rebuild writes. */
export function* allPairs({ links, assemblies }: Structure): Generator<Pair> {
  const all = new Set(assemblies)
  for (const { from } of links.subassembly) all.add(from)
  for (const ancestor of [...all].toSorted((a, b) => a - b)) {
    const found = rollUp(links.subassembly, ancestor, 'down')
    for (const descendant of found.order.toSorted((a, b) => a - b))
      if (descendant !== ancestor || assemblies.has(ancestor))
        yield pairOf(found, ancestor, descendant, { ancestor, descendant })
  }
}
