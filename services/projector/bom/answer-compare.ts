import type { Comparison } from '#contracts/assembly/bom-answers.ts'
import { childrenOf } from './children.ts'
import { compareLines } from './compare.ts'
import { flatOf } from './flat.ts'
import { rowsOf } from './flat-rows.ts'
import { headOf, unitOf } from './items.ts'
import type { BomModel } from './model.ts'
import { wireOf } from './numbers.ts'

type CompareOptions = {
  /** All levels, or what is directly in the two. */
  readonly view: 'flat' | 'direct'
  /** Also lines that are the same in both. */
  readonly all: boolean
}

const linesOf = ({ graph }: BomModel, assembly: number, view: CompareOptions['view']) => {
  if (view === 'direct') {
    const children = childrenOf(graph, assembly)
    return {
      parts: children.filter(({ isAssembly }) => !isAssembly),
      assemblies: children.filter(({ isAssembly }) => isAssembly),
    }
  }
  const { parts, assemblies } = flatOf(graph, assembly)
  return { parts: rowsOf(parts), assemblies: rowsOf(assemblies) }
}

/** Line by line what two assemblies hold; an item that is in one only is added or removed. */
export const compareAnswer = (
  model: BomModel,
  a: number,
  b: number,
  { view, all }: CompareOptions,
): Comparison => {
  const { graph, catalogue } = model
  const [left, right] = [linesOf(model, a, view), linesOf(model, b, view)]
  const differences = [
    ...compareLines(left.parts, right.parts).map((line) => ({ ...line, isAssembly: false })),
    ...compareLines(left.assemblies, right.assemblies).map((line) => ({
      ...line,
      isAssembly: true,
    })),
  ]
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { change } of differences) counts[change]++
  const named = (assembly: number) => {
    const { itemId, description } = headOf(catalogue.item(graph, assembly, true))
    return { id: itemId, name: description }
  }
  return {
    a: named(a),
    b: named(b),
    counts,
    lines: differences
      .filter(({ change }) => all || change !== 'same')
      .map(({ node, isAssembly, change, before, after, difference }) => {
        const item = catalogue.item(graph, node, isAssembly)
        return {
          ...headOf(item),
          change,
          unit: unitOf(item),
          before: wireOf(before),
          after: wireOf(after),
          difference: wireOf(difference),
        }
      }),
  }
}
