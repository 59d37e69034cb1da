import type { Graph } from './graph.ts'
import { plus, times, type Exact } from './numbers.ts'
import { spread } from './spread.ts'

/** An assembly that an item is in, directly or deeper. */
export type Use = {
  readonly assembly: number
  /** Pieces of the item in one such assembly, over all paths. */
  readonly quantity: Exact
  /** 1 where the item is directly in it: the smallest distance. */
  readonly level: number
  readonly deepest: number
  /** How many the assembly holds directly; 0 where it is only deeper. */
  readonly direct: number
  /** What comes next on a shortest way down to the item; null where it is directly in it. */
  readonly via: number | null
}

const nearestFirst = (graph: Graph, uses: Use[]) =>
  uses.toSorted(
    (a, b) =>
      a.level - b.level || graph.assemblies.ids[a.assembly]! - graph.assemblies.ids[b.assembly]!,
  )

export const usesOfAssembly = (graph: Graph, assembly: number): readonly Use[] => {
  const { subs } = graph
  const found = spread(subs, assembly, 'up')
  const above = new Set(found.order)
  const nextDown = (ancestor: number) => {
    const nearer = found.min[ancestor]! - 1
    const link = subs
      .outOf(ancestor)
      .find((one) => above.has(subs.to[one]!) && found.min[subs.to[one]!] === nearer)
    return link === undefined ? null : subs.to[link]!
  }
  const uses = found.order.slice(1).map((ancestor) => {
    const link = subs.find(ancestor, assembly)
    return {
      assembly: ancestor,
      quantity: found.quantity[ancestor]!,
      level: found.min[ancestor]!,
      deepest: found.max[ancestor]!,
      direct: link < 0 ? 0 : subs.quantity[link]!,
      via: link < 0 ? nextDown(ancestor) : null,
    }
  })
  return nearestFirst(graph, uses)
}

/** From all the assemblies it is in directly at once, upwards, each after everything below it. */
export const usesOfPart = (graph: Graph, part: number): readonly Use[] => {
  const { leaves, subs } = graph
  type Total = Pick<Use, 'direct'> & {
    quantity: Exact
    level: number
    deepest: number
    via: number | null
  }
  const totals = new Map<number, Total>()
  for (const link of leaves.into(part)) {
    const quantity = leaves.quantity[link]!
    totals.set(leaves.from[link]!, {
      quantity,
      level: 1,
      deepest: 1,
      direct: quantity,
      via: null,
    })
  }
  for (const assembly of upwards(graph, [...totals.keys()])) {
    const { quantity, level, deepest } = totals.get(assembly)!
    for (let link = subs.firstIn[assembly]!; link >= 0; link = subs.nextIn[link]!) {
      const parent = subs.from[link]!
      const pieces = times(quantity, subs.quantity[link]!)
      const known = totals.get(parent)
      if (!known) {
        totals.set(parent, {
          quantity: pieces,
          level: level + 1,
          deepest: deepest + 1,
          direct: 0,
          via: assembly,
        })
        continue
      }
      known.quantity = plus(known.quantity, pieces)
      if (level + 1 < known.level) Object.assign(known, { level: level + 1, via: assembly })
      known.deepest = Math.max(known.deepest, deepest + 1)
    }
  }
  return nearestFirst(
    graph,
    Array.from(totals, ([assembly, total]) => ({ assembly, ...total })),
  )
}

/** What lies above any of the starts, the starts included, each before its parents. */
const upwards = (graph: Graph, starts: readonly number[]): readonly number[] => {
  const { subs } = graph
  const seen = new Set<number>()
  const done: number[] = []
  for (const start of starts) {
    const open = [{ node: start, link: -2 }]
    while (open.length > 0) {
      const here = open.at(-1)!
      if (here.link === -2) {
        if (seen.has(here.node)) {
          open.pop()
          continue
        }
        seen.add(here.node)
        here.link = subs.firstIn[here.node]!
      }
      if (here.link < 0) {
        done.push(here.node)
        open.pop()
        continue
      }
      const link = here.link
      here.link = subs.nextIn[link]!
      if (!seen.has(subs.from[link]!)) open.push({ node: subs.from[link]!, link: -2 })
    }
  }
  return done.reverse()
}
