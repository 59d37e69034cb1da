import type { BomLinks } from '../bom/bom-links.ts'
import type { FoundUse } from '../bom/queries/where-used.ts'

/** Uses whose `via` is not exactly one level below them. */
export const inconsistentUses = (links: BomLinks) => (uses: readonly FoundUse[]) => {
  const levels = new Map(uses.map(({ assembly, level }) => [assembly, level]))
  return uses.filter(({ assembly, level, via }) =>
    via === null
      ? level > 1
      : levels.get(via) !== level - 1 || !links.subassembly.get(assembly, via),
  )
}
