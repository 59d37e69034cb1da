import { kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { count } from '#contracts/counted.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import type { Links } from '#graph/links.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import type { BomLink, BomLinks } from './bom-links.ts'
import type { Item, Items } from './items.ts'

/** One line per item, however many places it occurs in. */
export type FlatLine = {
  readonly kind: LinkKind
  readonly id: number
  /** Undefined if the link points to a missing record. */
  readonly item: Item | undefined
  readonly quantity: Exact
  /** The smallest level of its occurrences; 1 is directly in the assembly. */
  readonly level: number
  readonly maxLevel: number
  readonly notes: string | null
}

export type FlatBom = {
  /** Ordered by kind, then id. Excludes the assembly itself. */
  readonly lines: readonly FlatLine[]
  readonly order: readonly number[]
  readonly cycle: readonly number[] | null
}

/** All contents with total quantities. Visits each link once, however many paths there are. */
export const explode = (
  { links, items }: { readonly links: BomLinks; readonly items: Items },
  root: number,
): FlatBom => {
  const rolledUp = rollUp(links.subassembly, root, 'down')
  const lines = kindsOfLink.flatMap((kind) => linesOf(kind, links[kind], items[kind], rolledUp))
  return { lines, order: rolledUp.order, cycle: rolledUp.cycle }
}

const linesOf = (
  kind: LinkKind,
  links: Links<BomLink>,
  items: ReadonlyMap<number, Item>,
  { order, totals }: RollUp,
): readonly FlatLine[] => {
  const found = new Map<number, { -readonly [Key in keyof FlatLine]: FlatLine[Key] }>()
  const notes = new Map<number, Set<string>>()
  const passed = new Set<number>()
  for (const assembly of order) {
    passed.add(assembly)
    const above = totals.get(assembly)!
    const level = above.minDepth + 1
    const maxLevel = above.maxDepth + 1
    for (const { to, quantity: each, notes: note } of links.out(assembly)) {
      // This link closes a cycle.
      if (kind === 'subassembly' && passed.has(to)) continue
      const quantity = times(above.quantity, each)
      const line = found.get(to)
      if (line) {
        line.quantity = plus(line.quantity, quantity)
        line.level = Math.min(line.level, level)
        line.maxLevel = Math.max(line.maxLevel, maxLevel)
      } else
        found.set(to, { kind, id: to, item: items.get(to), quantity, level, maxLevel, notes: null })
      if (note !== null) notes.set(to, (notes.get(to) ?? new Set()).add(note))
    }
  }
  for (const [id, texts] of notes) found.get(id)!.notes = joined(texts)
  return [...found.values()].toSorted((a, b) => a.id - b.id)
}

/** Notes of further links are left out, so that the line of a much used item stays readable. */
const notesShown = 5

const joined = (notes: ReadonlySet<string>) => {
  const more = notes.size > notesShown ? ` … og ${count(notes.size - notesShown)} til` : ''
  return [...notes].toSorted().slice(0, notesShown).join('; ') + more
}
