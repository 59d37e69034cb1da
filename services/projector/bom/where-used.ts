import type { LinkKind } from '#contracts/assembly/links.ts'
import type { Exact } from '#graph/exact.ts'
import { rollUp } from '#graph/roll-up.ts'
import type { BomLinks } from './bom-links.ts'

export type FoundUse = {
  readonly assembly: number
  /** Pieces of the item in one such assembly, over all paths. */
  readonly quantity: Exact
  /** 1 where the item is directly in it: the smallest distance. */
  readonly level: number
  readonly maxLevel: number
  readonly direct: number
  /** What comes next on a shortest way down to the item; null where it is directly in it. */
  readonly via: number | null
}

/** No assembly has this id: it stands for a part among them. */
const partNode = 0

/** Every assembly that holds the record, at any level, the nearest first. */
export const usesOf = (links: BomLinks, kind: LinkKind, id: number): readonly FoundUse[] => {
  const start = kind === 'subassembly' ? id : partNode
  const upwards = {
    at: (node: number) => (node === start ? links[kind].into(id) : links.subassembly.into(node)),
  }
  const { order, totals } = rollUp(upwards, start, 'up')
  const nextDown = (assembly: number, level: number) =>
    links.subassembly.out(assembly).find(({ to }) => totals.get(to)?.minDepth === level - 1)?.to
  return order
    .slice(1)
    .map((assembly) => {
      const { quantity, minDepth: level, maxDepth: maxLevel } = totals.get(assembly)!
      const direct = links[kind].get(assembly, id)?.quantity ?? 0
      const via = direct > 0 ? null : (nextDown(assembly, level) ?? null)
      return { assembly, quantity, level, maxLevel, direct, via }
    })
    .toSorted((a, b) => a.level - b.level || a.assembly - b.assembly)
}
