import type { Graph } from './graph.ts'

/** A link as a line under its assembly. */
export type Child = {
  readonly node: number
  readonly isAssembly: boolean
  readonly quantity: number
  readonly notes: string | null
}

const assemblyRank = 3

/** What is directly in an assembly, as staff ordered it; then components, motors, sensors, assemblies by id. */
export const childrenOf = (graph: Graph, assembly: number): readonly Child[] => {
  const { subs, leaves, parts, assemblies } = graph
  const subLinks = subs.outOf(assembly).map((link) => ({
    link,
    isAssembly: true,
    sortOrder: subs.sortOrder[link]!,
    rank: assemblyRank,
    id: assemblies.ids[subs.to[link]!]!,
  }))
  const partLinks = leaves.outOf(assembly).map((link) => ({
    link,
    isAssembly: false,
    sortOrder: leaves.sortOrder[link]!,
    rank: parts.kinds[leaves.to[link]!]!,
    id: parts.ids[leaves.to[link]!]!,
  }))
  return [...partLinks, ...subLinks]
    .toSorted((a, b) => a.sortOrder - b.sortOrder || a.rank - b.rank || a.id - b.id)
    .map(({ link, isAssembly }) => {
      const links = isAssembly ? subs : leaves
      return {
        node: links.to[link]!,
        isAssembly,
        quantity: links.quantity[link]!,
        notes: links.notes.get(link) ?? null,
      }
    })
}
