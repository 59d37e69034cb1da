import { minus, plus, times, type Exact } from '#graph/exact.ts'
import { childCount, childrenOf, type BomLinks, type Child } from './bom-links.ts'
import type { BomModel } from './model.ts'

export type TreeLine = Child & {
  /** 1 is directly in the top assembly. */
  readonly level: number
  readonly total: Exact
  /** Ids of the assemblies between the top and this line. Distinguishes occurrences. */
  readonly path: readonly number[]
}

export type Occurrence = {
  readonly assembly: number
  readonly level: number
  readonly total: Exact
  readonly path: readonly number[]
}

export const topOf = (assembly: number): Occurrence => ({ assembly, level: 0, total: 1, path: [] })

const below = (here: Occurrence, id: number, quantity: number): Occurrence => ({
  assembly: id,
  level: here.level + 1,
  total: times(here.total, quantity),
  path: [...here.path, id],
})

/** Follows a path of assembly ids from the top. Null if it does not exist. */
export const occurrenceAt = (
  { subassembly }: BomLinks,
  top: number,
  path: readonly number[],
): Occurrence | null => {
  let here = topOf(top)
  for (const id of path) {
    const link = subassembly.get(here.assembly, id)
    if (!link) return null
    here = below(here, id, link.quantity)
  }
  return here
}

/** The number of whole levels that fit in `cap` lines; at least 1. */
export const levelsWithin = (links: BomLinks, assembly: number, cap: number): number => {
  let occurrences = new Map([[assembly, 1]])
  let lines = 0
  for (let levels = 0; ; levels++) {
    const next = new Map<number, number>()
    for (const [id, count] of occurrences) {
      lines += count * childCount(links, id)
      for (const { to } of links.subassembly.out(id)) next.set(to, (next.get(to) ?? 0) + count)
      if (lines > cap) return Math.max(levels, 1)
    }
    if (next.size === 0) return Math.max(levels + 1, 1)
    occurrences = next
  }
}

type Page = {
  readonly offset?: Exact
  readonly limit: number
  /** The number of levels to list, default all. Works only without an offset. */
  readonly levels?: number
}

/** A large page opens the same assembly thousands of times. */
const sortedOnce = (links: BomLinks) => {
  const known = new Map<number, readonly Child[]>()
  return (assembly: number): readonly Child[] => {
    const children = known.get(assembly) ?? childrenOf(links, assembly)
    known.set(assembly, children)
    return children
  }
}

/** Starts at any offset: line counts tell which subtrees can be skipped unvisited. */
export const treePage = (
  { links, lineCounts }: Pick<BomModel, 'links' | 'lineCounts'>,
  start: Occurrence,
  { offset = 0, limit, levels = Infinity }: Page,
): readonly TreeLine[] => {
  const lines: TreeLine[] = []
  let skip = offset
  const childrenIn = sortedOnce(links)
  const open = [{ at: start, children: childrenIn(start.assembly), place: 0 }]
  while (open.length > 0 && lines.length < limit) {
    const here = open.at(-1)!
    const child = here.children[here.place++]
    if (!child) {
      open.pop()
      continue
    }
    const isOpened = child.kind === 'subassembly' && levels > open.length
    const linesBelow = isOpened ? lineCounts.of(child.id) : 0
    if (skip > linesBelow) {
      skip = minus(skip, plus(linesBelow, 1))
      continue
    }
    const { level, total, path } = here.at
    if (skip > 0) skip = minus(skip, 1)
    else lines.push({ ...child, level: level + 1, total: times(total, child.quantity), path })
    // Guards against a cycle, which should not exist.
    if (linesBelow === 0 || open.some(({ at: { assembly } }) => assembly === child.id)) continue
    const at = below(here.at, child.id, child.quantity)
    open.push({ at, children: childrenIn(child.id), place: 0 })
  }
  return lines
}
