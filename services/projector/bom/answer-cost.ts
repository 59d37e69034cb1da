import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { childrenOf } from './children.ts'
import { costOfMany, costOfPieces, totalsJson, totalsOf, type Cost } from './cost.ts'
import { flatOf } from './flat.ts'
import { rowAt } from './flat-rows.ts'
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
  const { parts } = flatOf(graph, root)
  const missing: ReturnType<typeof rowAt>[] = []
  let missingCount = 0
  for (let place = 0; place < parts.nodes.length; place++) {
    if ((catalogue.parts[parts.nodes[place]!]?.price?.cost ?? null) !== null) continue
    if (missingCount++ < missingShown) missing.push(rowAt(parts, place))
  }
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
    missingCount,
    missing: missing.map(({ node, quantity }) => ({
      ...head(node, false),
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
    yield `${place > 0 ? ',' : ''}${head},"totals":${totalsJson(cost)},"complete":${
      cost.unpriced === 0
    }}`
  yield ']}'
}
