import type { Graph } from '../graph.ts'
import type { Use } from '../where-used.ts'

/** Uses whose next step down is no step nearer. */
export const astray = (graph: Graph) => (uses: readonly Use[]) => {
  const levels = new Map(uses.map(({ assembly, level }) => [assembly, level]))
  return uses.filter(({ assembly, level, via }) =>
    via === null ? level > 1 : levels.get(via) !== level - 1 || graph.subs.find(assembly, via) < 0,
  )
}
