import type { Graph } from './graph.ts'
import type { Exact } from './numbers.ts'
import { spread, type Spread } from './spread.ts'

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
  /** Pairs that were not. */
  readonly added: readonly Pair[]
  /** Pairs that were there and are not any more. */
  readonly gone: readonly Gone[]
}
export type Gone = { readonly ancestor: number; readonly descendant: number }

/** Which assemblies there are, and what they contain. */
export type Structure = {
  readonly graph: Graph
  readonly hasAssembly: (assembly: number) => boolean
}

export const pairsIn = ({ changed, added, gone }: ClosureChange): number =>
  changed.length + added.length + gone.length

/** What a spread from `start` found of `other`, the two being these ids. */
export const pairOf = (
  { quantity, paths, min, max, circle }: Spread,
  start: number,
  other: number,
  { ancestor, descendant }: Gone,
): Pair => ({
  ancestor,
  descendant,
  quantity: quantity[other]!,
  paths: paths[other]!,
  minDepth: min[other]!,
  // The table's constraint refuses a self row of any depth: a circle ends the projection there.
  maxDepth: other === start && circle?.includes(start) ? circle.length : max[other]!,
})

/** The whole closure, one ancestor after the other in the order of their ids: what a rebuild copies. */
export function* allPairs({ graph, hasAssembly }: Structure): Generator<Pair> {
  const { ids, size } = graph.assemblies
  const inOrder = Array.from({ length: size }, (_, assembly) => assembly).toSorted(
    (a, b) => ids[a]! - ids[b]!,
  )
  for (const assembly of inOrder) {
    const found = spread(graph.subs, assembly, 'down')
    const pairs: Pair[] = []
    for (const other of found.order)
      if (other !== assembly || hasAssembly(assembly))
        pairs.push(
          pairOf(found, assembly, other, { ancestor: ids[assembly]!, descendant: ids[other]! }),
        )
    yield* pairs.toSorted((a, b) => a.descendant - b.descendant)
  }
}
