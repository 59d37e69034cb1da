import { childrenOf, type Child } from './children.ts'
import type { Graph } from './graph.ts'
import { Memo } from './memo.ts'
import { minus, plus, times, type Exact } from './numbers.ts'

/** One occurrence of an item: a line of the hierarchy. */
export type TreeLine = Child & {
  /** 1 is directly in the assembly at the top. */
  readonly level: number
  /** The product of the quantities from the top to here. */
  readonly total: Exact
  /** Ids of the assemblies from below the top to the one this line is in: tells occurrences apart. */
  readonly path: readonly number[]
}

/** An occurrence of an assembly: where a listing starts. */
export type Occurrence = {
  readonly assembly: number
  readonly level: number
  readonly total: Exact
  readonly path: readonly number[]
}

/** How many lines lie below each assembly, all occurrences counted: exponential in number, not in work. */
export class LineCounts extends Memo {
  readonly #graph: Graph
  readonly #counts: Exact[] = []

  constructor(graph: Graph) {
    super(graph.subs)
    this.#graph = graph
  }

  of(assembly: number): Exact {
    this.refresh(assembly)
    return this.#counts[assembly]!
  }

  protected override compute(assembly: number): void {
    const { leaves, subs } = this.#graph
    let count: Exact = leaves.outOf(assembly).length
    for (const link of subs.outOf(assembly)) {
      const child = subs.to[link]!
      count = plus(count, plus(1, this.isFresh(child) ? this.#counts[child]! : 0))
    }
    // An array with holes would turn into a slow dictionary.
    while (this.#counts.length < assembly) this.#counts.push(0)
    this.#counts[assembly] = count
  }
}

export const topOf = (assembly: number): Occurrence => ({ assembly, level: 0, total: 1, path: [] })

/** Follows a path of assembly ids from the top; null when there is no such occurrence. */
export const occurrenceAt = (
  graph: Graph,
  top: number,
  path: readonly number[],
): Occurrence | null => {
  let here = topOf(top)
  for (const id of path) {
    const child = graph.assemblies.of(id)
    const link = child < 0 ? -1 : graph.subs.find(here.assembly, child)
    if (link < 0) return null
    here = {
      assembly: child,
      level: here.level + 1,
      total: times(here.total, graph.subs.quantity[link]!),
      path: [...here.path, id],
    }
  }
  return here
}

/** How many levels below an assembly have at most `cap` lines together: at least one. */
export const levelsWithin = (graph: Graph, assembly: number, cap: number): number => {
  let occurrences = new Map([[assembly, 1]])
  let lines = 0
  for (let levels = 0; ; levels++) {
    const below = new Map<number, number>()
    for (const [node, count] of occurrences) {
      lines += count * graph.leaves.outOf(node).length
      for (const link of graph.subs.outOf(node)) {
        const child = graph.subs.to[link]!
        lines += count
        below.set(child, (below.get(child) ?? 0) + count)
      }
      if (lines > cap) return Math.max(levels, 1)
    }
    if (below.size === 0) return Math.max(levels + 1, 1)
    occurrences = below
  }
}

const lineOf = (
  { node, isAssembly, quantity, notes }: Child,
  level: number,
  total: Exact,
  path: readonly number[],
): TreeLine => ({ node, isAssembly, quantity, notes, level, total, path })

type Page = {
  readonly offset?: Exact
  readonly limit: number
  /** How many levels below the start are listed; all unless said, and only from the first line. */
  readonly levels?: number
}

/**
 * Lines below an occurrence in preorder, from any offset: the counts tell which subtrees lie wholly before
 * it, so nothing before it is visited one by one.
 */
export const treePage = (
  graph: Graph,
  counts: LineCounts,
  start: Occurrence,
  { offset = 0, limit, levels = Infinity }: Page,
): readonly TreeLine[] => {
  const lines: TreeLine[] = []
  let skip = minus(offset, 0)
  const open = [{ ...start, children: childrenOf(graph, start.assembly), place: 0 }]
  while (open.length > 0 && lines.length < limit) {
    const here = open.at(-1)!
    const child = here.children[here.place++]
    if (!child) {
      open.pop()
      continue
    }
    const below = child.isAssembly && levels > open.length ? counts.of(child.node) : 0
    if (skip > below) {
      skip = minus(skip, plus(below, 1))
      continue
    }
    const level = here.level + 1
    const total = times(here.total, child.quantity)
    if (skip === 0) lines.push(lineOf(child, level, total, here.path))
    else skip = minus(skip, 1)
    // A circle is never followed, though none should be.
    if (below === 0 || open.some(({ assembly }) => assembly === child.node)) continue
    open.push({
      assembly: child.node,
      level,
      total,
      path: [...here.path, graph.assemblies.ids[child.node]!],
      children: childrenOf(graph, child.node),
      place: 0,
    })
  }
  return lines
}
