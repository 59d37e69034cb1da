import type { FlatRow } from './flat-rows.ts'
import { minus, type Exact } from './numbers.ts'

export type Change = 'added' | 'removed' | 'changed' | 'same'

/** An item of either assembly, with its quantity in both. */
type Difference = {
  readonly node: number
  readonly change: Change
  readonly before: Exact
  readonly after: Exact
  readonly difference: Exact
}

type Line = Pick<FlatRow, 'node' | 'quantity'>

/** What differs between two lists of items, each item once: first those of the one, then what the other adds. */
export const compareLines = (
  before: readonly Line[],
  after: readonly Line[],
): readonly Difference[] => {
  const left = new Map(before.map(({ node, quantity }) => [node, quantity]))
  const right = new Map(after.map(({ node, quantity }) => [node, quantity]))
  const both = [...before, ...after.filter(({ node }) => !left.has(node))]
  return both.map(({ node }) => {
    const [a, b] = [left.get(node), right.get(node)]
    const [was, is] = [a ?? 0, b ?? 0]
    const change =
      a === undefined ? 'added' : b === undefined ? 'removed' : was === is ? 'same' : 'changed'
    return { node, change, before: was, after: is, difference: minus(is, was) }
  })
}
