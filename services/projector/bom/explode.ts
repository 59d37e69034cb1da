import { partKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import type { Links } from '#graph/links.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import type { BomLink, BomLinks } from './bom-links.ts'

/** An item in an assembly, once, whatever the number of places it is in. */
export type FlatLine = {
  readonly kind: LinkKind
  readonly id: number
  readonly quantity: Exact
  /** The smallest level it occurs at; 1 is directly in the assembly. */
  readonly level: number
  readonly maxLevel: number
  readonly notes: string | null
}

export type FlatBom = {
  /** By kind, then id; the assembly itself is none of them. */
  readonly lines: readonly FlatLine[]
  readonly order: readonly number[]
  readonly circle: readonly number[] | null
}

/** Everything in an assembly with its totals: one pass over its links, however many paths they make. */
export const explode = (links: BomLinks, root: number): FlatBom => {
  const rolledUp = rollUp(links.subassembly, root, 'down')
  const { order, circle } = rolledUp
  const parts = partKinds.map((kind) => partLines(kind, links[kind], rolledUp))
  return { lines: [...parts, subassemblyLines(links.subassembly, rolledUp)].flat(), order, circle }
}

const byId = (a: FlatLine, b: FlatLine) => a.id - b.id

const subassemblyLines = (links: Links<BomLink>, { order, totals }: RollUp): FlatLine[] => {
  const notes = notesIn(links, order)
  return order
    .slice(1)
    .map((id): FlatLine => {
      const { quantity, minDepth, maxDepth } = totals.get(id)!
      return {
        kind: 'subassembly',
        id,
        quantity,
        level: minDepth,
        maxLevel: maxDepth,
        notes: notes.get(id) ?? null,
      }
    })
    .toSorted(byId)
}

const partLines = (
  kind: LinkKind,
  links: Links<BomLink>,
  { order, totals }: RollUp,
): FlatLine[] => {
  const notes = notesIn(links, order)
  const found = new Map<number, { -readonly [Key in keyof FlatLine]: FlatLine[Key] }>()
  for (const assembly of order) {
    const above = totals.get(assembly)!
    const level = above.minDepth + 1
    const maxLevel = above.maxDepth + 1
    for (const { to, quantity: each } of links.out(assembly)) {
      const quantity = times(above.quantity, each)
      const line = found.get(to)
      if (!line) {
        found.set(to, { kind, id: to, quantity, level, maxLevel, notes: notes.get(to) ?? null })
        continue
      }
      line.quantity = plus(line.quantity, quantity)
      line.level = Math.min(line.level, level)
      line.maxLevel = Math.max(line.maxLevel, maxLevel)
    }
  }
  return [...found.values()].toSorted(byId)
}

/** Notes of more links than these are left out, so that a much used item has a readable line. */
const notesShown = 5

const notesIn = (
  links: Links<BomLink>,
  assemblies: readonly number[],
): ReadonlyMap<number, string> => {
  const notes = new Map<number, Set<string>>()
  for (const assembly of assemblies)
    for (const link of links.out(assembly)) {
      if (link.notes === null) continue
      const known = notes.get(link.to)
      if (known) known.add(link.notes)
      else notes.set(link.to, new Set([link.notes]))
    }
  return new Map(Array.from(notes, ([id, texts]) => [id, joined(texts)]))
}

const joined = (notes: ReadonlySet<string>) => {
  const more = notes.size > notesShown ? ` … og ${notes.size - notesShown} til` : ''
  return [...notes].toSorted().slice(0, notesShown).join('; ') + more
}
