import type { Flat, FlatLine } from './flat.ts'
import { minus, type Exact } from './numbers.ts'

type Lines = Pick<Flat, 'parts' | 'assemblies'>

export type Change = 'added' | 'removed' | 'changed' | 'same'

/** An item of either assembly, with its quantity in both. */
export type Difference = {
  readonly node: number
  readonly isAssembly: boolean
  readonly change: Change
  readonly before: Exact
  readonly after: Exact
  readonly difference: Exact
}

const compareLines = (before: readonly FlatLine[], after: readonly FlatLine[]): Difference[] => {
  const left = new Map(before.map((line) => [line.node, line]))
  const right = new Map(after.map((line) => [line.node, line]))
  const both = [...before, ...after.filter(({ node }) => !left.has(node))]
  return both.map(({ node, isAssembly }) => {
    const [a, b] = [left.get(node), right.get(node)]
    const [was, is] = [a?.quantity ?? 0, b?.quantity ?? 0]
    const change = !a ? 'added' : !b ? 'removed' : was === is ? 'same' : 'changed'
    return { node, isAssembly, change, before: was, after: is, difference: minus(is, was) }
  })
}

/** What differs between two assemblies, item by item over all levels: what was removed before what was added. */
export const compareFlat = (before: Lines, after: Lines): readonly Difference[] => [
  ...compareLines(before.parts, after.parts),
  ...compareLines(before.assemblies, after.assemblies),
]
