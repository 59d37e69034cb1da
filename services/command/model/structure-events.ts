import type { StructureEvent } from '#contracts/assembly/events.ts'
import type { StructureGraph } from './structure-graph.ts'

/** The assemblies whose subassemblies an event changes, on the graph as it is before it. */
export const parentsIn = (
  graph: StructureGraph,
  { type, data }: StructureEvent,
): readonly number[] =>
  type === 'AssemblyDissolved' ? graph.parentsOf(data.assemblyId) : [data.parentId]

/** Puts a decision into the graph before it is written; the answer takes it out again. */
export const applyForNow = (
  graph: StructureGraph,
  event: StructureEvent,
  at: string,
): (() => void) => {
  if (event.type === 'AssemblyDissolved') {
    const { assemblyId: id } = event.data
    const out = graph.childrenOf(id).map((child) => [id, child, graph.get(id, child)!] as const)
    const into = graph.parentsOf(id).map((parent) => [parent, id, graph.get(parent, id)!] as const)
    graph.dissolve(id)
    return () => {
      graph.reinstate(id)
      for (const [parent, child, link] of [...out, ...into]) graph.link(parent, child, link)
    }
  }
  const { parentId, childId } = event.data
  const before = graph.get(parentId, childId)
  const undo = () =>
    before ? graph.link(parentId, childId, before) : graph.unlink(parentId, childId)
  if (event.type === 'SubassemblyUnlinked') graph.unlink(parentId, childId)
  else {
    const { quantity, notes, sortOrder } = event.data
    graph.link(parentId, childId, { quantity, notes, sortOrder, at: before?.at ?? at })
  }
  return undo
}
