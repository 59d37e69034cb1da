import { kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { plus, times, type Exact } from '#graph/exact.ts'
import type { Links } from '#graph/links.ts'
import { rollUp, type RollUp } from '#graph/roll-up.ts'
import type { BomLink, BomLinks } from './bom-links.ts'
import type { Item, Items } from './items.ts'

/** An item in an assembly, once, whatever the number of places it is in. */
export type FlatLine = {
  readonly kind: LinkKind
  readonly id: number
  /** Undefined where a link points to what does not exist. */
  readonly item: Item | undefined
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
export const explode = (
  { links, items }: { readonly links: BomLinks; readonly items: Items },
  root: number,
): FlatBom => {
  const rolledUp = rollUp(links.subassembly, root, 'down')
  const lines = kindsOfLink.flatMap((kind) => linesOf(kind, links[kind], items[kind], rolledUp))
  return { lines, order: rolledUp.order, circle: rolledUp.circle }
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
      // It leads back, in a circle.
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
  // As bare numbers they are sorted in a third of the time.
  return Array.from(Int32Array.from(found.keys()).sort(), (id) => found.get(id)!)
}

/** Notes of more links than these are left out, so that a much used item has a readable line. */
const notesShown = 5

const joined = (notes: ReadonlySet<string>) => {
  const more = notes.size > notesShown ? ` … og ${notes.size - notesShown} til` : ''
  return [...notes].toSorted().slice(0, notesShown).join('; ') + more
}
