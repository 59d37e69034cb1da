import { column } from '#command/kernel/column.ts'
import { circles } from './circle.ts'
import { descendantBounds } from './descendant-bounds.ts'
import { edges } from './edges.ts'
import { reach } from './reach.ts'

export type Link = {
  readonly quantity: number
  readonly notes: string | null
  readonly sortOrder: number
}
/** A subassembly link as kept: with the time it was made. */
export type KeptLink = Link & { readonly at: string }

export type Verdict =
  | { readonly fits: true }
  /** The assemblies on the circle, from the parent to the parent again. */
  | { readonly fits: false; readonly circle: readonly number[] }
  | { readonly fits: false; readonly limit: 'depth' | 'pairs' }

export type GraphLimits = { readonly depth: number; readonly pairsPerLink: number }

export type GraphDump = {
  readonly links: readonly (readonly [number, number, KeptLink])[]
  readonly dissolved: readonly number[]
}

/**
 * Who contains whom among assemblies, with each assembly's height: the longest way down from it. A circle
 * through a new link needs the child to be higher than the parent, which settles most questions at once.
 */
export const graph = () => {
  const links = edges()
  const heights = column()
  const reached = reach(links)
  const { above } = reached
  const bounds = descendantBounds(links, reached)
  const circleThrough = circles(links, heights.get)
  /** No assembly is higher than this. */
  let highest = 0
  let kept = new Map<number, KeptLink>()
  let dissolved = new Set<number>()

  const heightBelow = (id: number): number => {
    let height = 0
    for (let e = links.firstOut(id); e !== 0; e = links.nextOut(e))
      height = Math.max(height, heights.get(links.child(e)) + 1)
    return height
  }
  const settleHeights = (from: number) => {
    const pending = [from]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const height = heightBelow(id)
      if (height === heights.get(id)) continue
      // No way down is longer than there are links: a log with a circle in it is not to be followed.
      if (height > links.count()) throw new Error(`Assembly ${id} contains itself`)
      heights.set(id, height)
      highest = Math.max(highest, height)
      for (let e = links.firstIn(id); e !== 0; e = links.nextIn(e)) pending.push(links.parent(e))
    }
  }

  /** All heights and bounds at once, from the bottom up. */
  const measure = () => {
    const open = column()
    const ready: number[] = []
    const ids = new Set([...kept.keys()].flatMap((edge) => [links.parent(edge), links.child(edge)]))
    for (const id of ids) {
      const children = links.childrenOf(id).length
      open.set(id, children)
      if (children === 0) ready.push(id)
    }
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      const height = heightBelow(id)
      heights.set(id, height)
      highest = Math.max(highest, height)
      bounds.derive(id)
      for (let e = links.firstIn(id); e !== 0; e = links.nextIn(e)) {
        const parent = links.parent(e)
        open.set(parent, open.get(parent) - 1)
        if (open.get(parent) === 0) ready.push(parent)
      }
    }
  }

  /** The longest way up. An assembly is higher than all it contains, so by height is from the bottom up. */
  const depthOf = (id: number, ancestors: readonly number[]): number => {
    const depths = new Map([[id, 0]])
    for (const one of ancestors.toSorted((a, b) => heights.get(a) - heights.get(b)))
      for (let e = links.firstIn(one); e !== 0; e = links.nextIn(e)) {
        const parent = links.parent(e)
        depths.set(parent, Math.max(depths.get(parent) ?? 0, depths.get(one)! + 1))
      }
    return Math.max(...depths.values())
  }

  /** Whether `parent` may come to contain `child`. Counts only where the bounds leave it open. */
  const judge = (parent: number, child: number, limits: GraphLimits): Verdict => {
    const circle = circleThrough(parent, child)
    if (circle) return { fits: false, circle }
    // What is above an assembly cannot be higher than the highest of all: mostly that settles it.
    const below = heights.get(child) + 1
    const isShallow = highest - heights.get(parent) + below <= limits.depth
    // Only what contains something has a height: no more than these, and the parent, can be above.
    const mayBeAbove = heights.values().length + 1
    const isSmall = mayBeAbove * bounds.most(child) <= limits.pairsPerLink
    if (isShallow && isSmall) return { fits: true }

    const mostAbove = Math.floor(limits.pairsPerLink / bounds.least(child))
    const ancestors = above(parent, mostAbove)
    if (ancestors.length > mostAbove) return { fits: false, limit: 'pairs' }
    if (!isShallow && depthOf(parent, ancestors) + below > limits.depth)
      return { fits: false, limit: 'depth' }
    const mostBelow = Math.floor(limits.pairsPerLink / ancestors.length)
    const isOpen = bounds.most(child) > mostBelow
    if (isOpen && bounds.count(child, limits.pairsPerLink) > mostBelow)
      return { fits: false, limit: 'pairs' }
    return { fits: true }
  }

  const link = (parent: number, child: number, data: KeptLink) => {
    // A clone that copied a link to what was taken out of the structure meanwhile: the link goes too.
    if (dissolved.has(parent) || dissolved.has(child)) return
    const known = links.find(parent, child)
    const edge = known || links.add(parent, child)
    kept.set(edge, data)
    if (known) return
    settleHeights(parent)
    bounds.linked(parent, child)
  }
  const unlink = (parent: number, child: number) => {
    const edge = links.find(parent, child)
    if (edge === 0) return
    links.remove(edge)
    kept.delete(edge)
    settleHeights(parent)
    bounds.unlinked(parent, child)
  }
  const dissolve = (id: number) => {
    dissolved.add(id)
    for (const child of links.childrenOf(id)) unlink(id, child)
    for (const parent of links.parentsOf(id)) unlink(parent, id)
  }

  return {
    judge,
    link,
    unlink,
    dissolve,
    /** Takes a dissolution back, for a decision that was not written after all. */
    reinstate: (id: number) => void dissolved.delete(id),
    isDissolved: (id: number) => dissolved.has(id),
    dissolvedIds: (): readonly number[] => [...dissolved],
    get: (parent: number, child: number): KeptLink | undefined =>
      kept.get(links.find(parent, child)),
    childrenOf: links.childrenOf,
    parentsOf: links.parentsOf,
    height: heights.get,
    count: links.count,
    dump: (): GraphDump => ({
      links: [...kept].map(
        ([edge, data]) => [links.parent(edge), links.child(edge), data] as const,
      ),
      dissolved: [...dissolved],
    }),
    load: (dump: GraphDump) => {
      dissolved = new Set(dump.dissolved)
      kept = new Map()
      for (const [parent, child, data] of dump.links) kept.set(links.add(parent, child), data)
      measure()
    },
  }
}

export type Graph = ReturnType<typeof graph>
