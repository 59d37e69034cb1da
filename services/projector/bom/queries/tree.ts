import { success } from '#contracts/answers.ts'
import { assemblyTree, type ItemIdentity } from '#contracts/assembly/bom-answers.ts'
import { exactQuantity, type ExactQuantity } from '#contracts/assembly/bom.ts'
import { successSchema } from '#kernel/openapi.ts'
import { assemblyQuery } from '../answer.ts'
import type { BomModel } from '../model.ts'
import { levelsWithin, topOf, treePage, type TreeLine } from '../tree.ts'

/** Lower than the hierarchy's limit: this answer is nested, and no screen pages through it. */
const cap = 2_000

export const treeQuery = assemblyQuery({
  path: 'tree',
  summary: 'Stykkliste, som tre',
  response: successSchema(assemblyTree),
  answer: (model, assembly) => success(treeOf(model, assembly)),
})

type TreeNode = ItemIdentity & {
  readonly quantity: number
  readonly totalQuantity: ExactQuantity
  readonly lines: ExactQuantity
  truncated?: boolean
  readonly children?: TreeNode[]
}

type Occurring = Pick<TreeLine, 'kind' | 'id' | 'quantity' | 'total'>

const nodeOf = (model: BomModel, { kind, id, quantity, total }: Occurring): TreeNode => {
  const isAssembly = kind === 'subassembly'
  return {
    ...model.item(kind, id).identity,
    quantity,
    totalQuantity: exactQuantity(total),
    lines: isAssembly ? exactQuantity(model.lineCounts.of(id)) : 0,
    ...(isAssembly && { children: [] }),
  }
}

const treeOf = (model: BomModel, root: number): TreeNode => {
  const levels = levelsWithin(model.links, root, cap)
  const lines = treePage(model, topOf(root), { limit: cap, levels })
  const top = nodeOf(model, { kind: 'subassembly', id: root, quantity: 1, total: 1 })
  top.truncated = lines.length < model.lineCounts.of(root)
  const open = [top]
  for (const line of lines) {
    const node = nodeOf(model, line)
    open.length = line.level
    open.at(-1)!.children!.push(node)
    open.push(node)
  }
  return top
}
