import type { FlatLines } from './flat.ts'
import type { Exact } from './numbers.ts'

/** A line of the flat list by itself, for whoever wants few of them. */
export type FlatRow = {
  readonly node: number
  readonly quantity: Exact
  readonly level: number
  readonly deepest: number
  readonly notes: string | null
}

export const rowAt = (lines: FlatLines, place: number): FlatRow => {
  const node = lines.nodes[place]!
  return {
    node,
    quantity: lines.quantities[place]!,
    level: lines.levels[place]!,
    deepest: lines.depths[place]!,
    notes: lines.notes.get(node) ?? null,
  }
}

export const rowsOf = (lines: FlatLines, most = Infinity): FlatRow[] =>
  Array.from({ length: Math.min(lines.nodes.length, most) }, (_, place) => rowAt(lines, place))
