import { jsonOf, type Exact } from './numbers.ts'
import type { BomModel } from './model.ts'
import { levelsWithin, topOf, treePage } from './tree.ts'

/** Fewer than the hierarchy's lines: this answer is nested, and no screen shows it line by line. */
const cap = 2_000

type Node = { readonly text: string; readonly children: Node[]; readonly isAssembly: boolean }

/** The assembly with what is in it, nested, down to the level that still is a bearable number of lines. */
export const treeAnswer = (model: BomModel, root: number): string => {
  const { graph, catalogue, counts } = model
  const headJson = (node: number, isAssembly: boolean, quantity: number, total: Exact) => {
    const lines = isAssembly ? counts.of(node) : 0
    return `${catalogue.item(graph, node, isAssembly).head},"quantity":${quantity},"totalQuantity":${jsonOf(
      total,
    )},"lines":${jsonOf(lines)}`
  }
  const levels = levelsWithin(graph, root, cap)
  const lines = treePage(graph, counts, topOf(root), { limit: cap, levels })
  const top: Node = { text: headJson(root, true, 1, 1), children: [], isAssembly: true }
  const open: Node[] = [top]
  for (const line of lines) {
    const node: Node = {
      text: headJson(line.node, line.isAssembly, line.quantity, line.total),
      children: [],
      isAssembly: line.isAssembly,
    }
    open.length = line.level
    open.at(-1)!.children.push(node)
    open.push(node)
  }
  const isWhole = lines.length >= counts.of(root)
  return `{"success":true,"data":${nested(top, `,"truncated":${!isWhole}`)}}`
}

const nested = ({ text, children, isAssembly }: Node, more = ''): string =>
  `${text}${more}${
    isAssembly ? `,"children":[${children.map((child) => nested(child)).join(',')}]` : ''
  }}`
