import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { childrenOf } from './children.ts'
import { costOfMany, costOfPieces, totalsJson, totalsOf } from './cost.ts'
import { flatOf, type Flat, type FlatLines } from './flat.ts'
import { rowAt, rowsOf } from './flat-rows.ts'
import { headOf } from './items.ts'
import type { BomModel } from './model.ts'
import { jsonOf, wireOf, type Exact } from './numbers.ts'
import type { Sums } from './sums.ts'
import { contentsUnpriced, whyUnpriced, type Why } from './unpriced.ts'

const missingShown = 200

type Line = { readonly node: number; readonly isAssembly: boolean; readonly quantity: Exact }

/** The lines of the flat list, in its order. */
const flatLines = ({ parts, assemblies }: Flat): readonly Line[] => [
  ...rowsOf(parts).map((row) => ({ ...row, isAssembly: false })),
  ...rowsOf(assemblies).map((row) => ({ ...row, isAssembly: true })),
]

/** What one of each line costs; known for all of them before the first is sent, so all are of one moment. */
const pricedLines = ({ graph, catalogue, costs }: BomModel, lines: readonly Line[]) =>
  lines.map(({ node, isAssembly, quantity }) => {
    const each = isAssembly ? costs.of(node) : costOfPieces(catalogue.parts[node], 1)
    const missing = isAssembly ? contentsUnpriced : whyUnpriced(catalogue.parts[node])
    return {
      head: catalogue.item(graph, node, isAssembly).head,
      quantity,
      each,
      why: each.unpriced === 0 ? null : missing,
    }
  })

const whyJson = (why: Why | null): string =>
  why
    ? `"complete":false,${JSON.stringify(why).slice(1)}`
    : '"complete":true,"reason":null,"explanation":null}'

function* lineTexts(lines: ReturnType<typeof pricedLines>) {
  for (const [place, { head, quantity, each, why }] of lines.entries())
    yield `${place > 0 ? ',' : ''}${head},"quantity":${jsonOf(quantity)},"each":${totalsJson(
      each,
    )},"totals":${totalsJson(costOfMany(each, quantity))},${whyJson(why)}`
}

const missingIn = ({ graph, catalogue }: BomModel, parts: FlatLines) => {
  const missing: CostAnswer['missing'] = []
  let [missingCount, unitMismatchCount] = [0, 0]
  for (let place = 0; place < parts.nodes.length; place++) {
    const node = parts.nodes[place]!
    const why = whyUnpriced(catalogue.parts[node])
    if (!why) continue
    if (why.reason === 'UNIT_MISMATCH') unitMismatchCount++
    if (missingCount++ >= missingShown) continue
    const totalQuantity = wireOf(rowAt(parts, place).quantity)
    missing.push({ ...headOf(catalogue.item(graph, node, false)), totalQuantity, ...why })
  }
  return { missingCount, unitMismatchCount, missing }
}

/**
 * What an assembly costs, per currency, which of its parts have no price that could be added, and what each
 * line costs: of what is directly in it, or of the flat list.
 */
export const costAnswer = (
  model: BomModel,
  root: number,
  view: 'direct' | 'flat',
): Iterable<string> => {
  const { graph, catalogue, costs } = model
  const cost = costs.of(root)
  const flat = flatOf(graph, root)
  const { itemId, description } = headOf(catalogue.item(graph, root, true))
  const whole: Omit<CostAnswer, 'lines'> = {
    id: itemId,
    name: description,
    totals: [...totalsOf(cost)],
    complete: cost.unpriced === 0,
    ...missingIn(model, flat.parts),
  }
  const lines = pricedLines(model, view === 'flat' ? flatLines(flat) : childrenOf(graph, root))
  function* texts() {
    yield `{"success":true,"data":${JSON.stringify(whole).slice(0, -1)},"lines":[`
    yield* lineTexts(lines)
    yield ']}}'
  }
  return texts()
}

/** What every assembly costs, one line each; computed before the first is sent, so all are of one moment. */
export const allCostsAnswer = ({ catalogue, costs }: BomModel): Iterable<string> =>
  costTexts(
    catalogue.assemblies.map((item) => item?.head ?? null),
    costs.all(),
  )

/** Heads and sums by dense number; an assembly without a head does not exist. */
function* costTexts(heads: readonly (string | null)[], sums: Sums) {
  let opening = '{"success":true,"data":['
  for (const [assembly, head] of heads.entries()) {
    if (head === null) continue
    yield `${opening}${head},"totals":${sums.totalsJson(assembly)},"complete":${sums.isComplete(assembly)}}`
    opening = ','
  }
  yield opening === ',' ? ']}' : `${opening}]}`
}
