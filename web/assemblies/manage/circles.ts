import type { Assembly } from '../assembly.ts'

type Node = Pick<Assembly, 'id' | 'name' | 'bomDetails'>

/**
 * The assemblies that contain this one, directly or deeper, each with the circle that linking it here would
 * close: 'Hall → Linje → Ramme → Hall'. The server decides; this only tells beforehand.
 */
export const circlesOf = (assemblyId: number, assemblies: readonly Node[]): Map<number, string> => {
  const names = new Map(assemblies.map(({ id, name }) => [id, name]))
  const parents = new Map<number, number[]>()
  for (const { id, bomDetails } of assemblies)
    for (const child of bomDetails.subassemblies)
      parents.set(child.id, [...(parents.get(child.id) ?? []), id])

  // The shortest way down from each, by the name of what comes next.
  const ways = new Map<number, readonly number[]>([[assemblyId, [assemblyId]]])
  for (const [below, way] of ways)
    for (const above of parents.get(below) ?? [])
      if (!ways.has(above)) ways.set(above, [above, ...way])
  ways.delete(assemblyId)

  const nameOf = (id: number) => names.get(id) ?? `Nr. ${id}`
  return new Map(Array.from(ways, ([id, way]) => [id, [...way, id].map(nameOf).join(' → ')]))
}
