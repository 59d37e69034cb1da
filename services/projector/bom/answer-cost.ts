import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { childrenOf } from './children.ts'
import { costOfMany, costOfPieces, totalsOf, type Cost } from './cost.ts'
import { flatOf } from './flat.ts'
import { headOf } from './items.ts'
import type { BomModel } from './model.ts'
import { wireOf } from './numbers.ts'

const missingShown = 200

/** What an assembly costs, per currency, and which of its parts have no price that could be added. */
export const costAnswer = (model: BomModel, root: number): CostAnswer => {
  const { graph, catalogue, costs } = model
  const cost = costs.of(root)
  const head = (node: number, isAssembly: boolean) =>
    headOf(catalogue.item(graph, node, isAssembly))
  const missing = flatOf(graph, root).parts.filter(
    ({ node }) => (catalogue.parts[node]?.price?.cost ?? null) === null,
  )
  const lines = childrenOf(graph, root).map(({ node, isAssembly, quantity }) => {
    const sum = isAssembly
      ? costOfMany(costs.of(node), quantity)
      : costOfPieces(catalogue.parts[node]?.price, quantity)
    return {
      ...head(node, isAssembly),
      quantity,
      totals: [...totalsOf(sum)],
      complete: sum.unpriced === 0,
    }
  })
  const { itemId, description } = head(root, true)
  return {
    id: itemId,
    name: description,
    totals: [...totalsOf(cost)],
    complete: cost.unpriced === 0,
    missingCount: missing.length,
    missing: missing.slice(0, missingShown).map(({ node, isAssembly, quantity }) => ({
      ...head(node, isAssembly),
      totalQuantity: wireOf(quantity),
    })),
    lines,
  }
}

/** What every assembly costs, one line each; computed before the first is sent, so all are of one moment. */
export const allCostsAnswer = ({ graph, catalogue, costs }: BomModel): Iterable<string> => {
  const lines: { readonly head: string; readonly cost: Cost }[] = []
  for (let assembly = 0; assembly < graph.assemblies.size; assembly++) {
    const head = catalogue.assemblies[assembly]?.head
    if (head) lines.push({ head, cost: costs.of(assembly) })
  }
  return costTexts(lines)
}

function* costTexts(lines: readonly { readonly head: string; readonly cost: Cost }[]) {
  yield '{"success":true,"data":['
  for (const [place, { head, cost }] of lines.entries())
    yield `${place > 0 ? ',' : ''}${head},"totals":${JSON.stringify(totalsOf(cost))},"complete":${
      cost.unpriced === 0
    }}`
  yield ']}'
}
