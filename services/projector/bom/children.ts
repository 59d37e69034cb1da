import type { Graph } from './graph.ts'
import type { Links } from './links.ts'

/** A link as a line under its assembly. */
export type Child = {
  readonly node: number
  readonly isAssembly: boolean
  readonly quantity: number
  readonly notes: string | null
}

type Placed = Child & {
  readonly sortOrder: number
  readonly rank: number
  readonly id: number
}

const assemblyRank = 3

const byPlace = (a: Placed, b: Placed) =>
  a.sortOrder - b.sortOrder || a.rank - b.rank || a.id - b.id

/** What is directly in an assembly, as staff ordered it; then components, motors, sensors, assemblies by id. */
export const childrenOf = (
  { subs, leaves, parts, assemblies }: Graph,
  assembly: number,
): readonly Child[] => {
  const children: Placed[] = []
  const add = (links: Links, isAssembly: boolean) => {
    for (let link = links.firstOut[assembly] ?? -1; link >= 0; link = links.nextOut[link]!) {
      const node = links.to[link]!
      children.push({
        node,
        isAssembly,
        quantity: links.quantity[link]!,
        notes: links.noted[link] ? links.notes.get(link)! : null,
        sortOrder: links.sortOrder[link]!,
        rank: isAssembly ? assemblyRank : parts.kinds[node]!,
        id: (isAssembly ? assemblies : parts).ids[node]!,
      })
    }
  }
  add(leaves, false)
  add(subs, true)
  return children.sort(byPlace)
}
