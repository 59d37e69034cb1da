import { plus, times, type Exact } from './exact.ts'
import { endOf, type Direction, type Followed, type Link } from './links.ts'
import { walk, type Walk } from './walk.ts'

type Totals = {
  /** Sum over all paths of the product of their quantities. */
  readonly quantity: Exact
  readonly paths: Exact
  readonly minDepth: number
  readonly maxDepth: number
}

export type RollUp = Walk & { readonly totals: ReadonlyMap<number, Totals> }

type Counted = Link & { readonly quantity: number }

/** One pass in topological order: linear in the links, not in the paths. Ignores links that close a cycle. */
export const rollUp = (links: Followed<Counted>, start: number, direction: Direction): RollUp => {
  const { order, cycle } = walk(links, start, direction)
  const totals = new Map<number, Totals>([
    [start, { quantity: 1, paths: 1, minDepth: 0, maxDepth: 0 }],
  ])
  const passed = new Set<number>()
  for (const node of order) {
    if (cycle) passed.add(node)
    const here = totals.get(node)!
    for (const link of links.at(node, direction)) {
      const end = endOf(link, direction)
      if (!passed.has(end)) totals.set(end, added(totals.get(end), here, link.quantity))
    }
  }
  return { order, cycle, totals }
}

const added = (known: Totals | undefined, here: Totals, pieces: number): Totals => {
  const quantity = times(here.quantity, pieces)
  const [minDepth, maxDepth] = [here.minDepth + 1, here.maxDepth + 1]
  if (!known) return { quantity, paths: here.paths, minDepth, maxDepth }
  return {
    quantity: plus(known.quantity, quantity),
    paths: plus(known.paths, here.paths),
    minDepth: Math.min(known.minDepth, minDepth),
    maxDepth: Math.max(known.maxDepth, maxDepth),
  }
}
