import type { BomSummary } from '#contracts/assembly/bom.ts'
import { lineJson } from './catalogue.ts'
import { flatOf, type FlatLines } from './flat.ts'
import type { Item } from './items.ts'
import type { BomModel } from './model.ts'
import { summaryOf } from './summary.ts'

/**
 * `{"success":true,"items":[...],"summary":{...}}`. What is in the answer is settled before its first byte:
 * the records are immutable, so one that changes meanwhile is still the old one here.
 */
export const flatAnswer = ({ graph, catalogue }: BomModel, root: number): Iterable<string> => {
  const flat = flatOf(graph, root)
  const summary: BomSummary = summaryOf(graph, catalogue, root, flat)
  const settled = [
    { lines: flat.parts, items: itemsOf(flat.parts, catalogue.parts, false) },
    { lines: flat.assemblies, items: itemsOf(flat.assemblies, catalogue.assemblies, true) },
  ]
  function itemsOf({ nodes }: FlatLines, known: readonly (Item | null)[], isAssembly: boolean) {
    const items: Item[] = []
    for (let place = 0; place < nodes.length; place++) {
      const node = nodes[place]!
      items.push(known[node] ?? catalogue.item(graph, node, isAssembly))
    }
    return items
  }

  function* texts() {
    yield '{"success":true,"items":['
    let separator = ''
    for (const { lines, items } of settled)
      for (let place = 0; place < items.length; place++) {
        const notes = lines.notes.size > 0 ? (lines.notes.get(lines.nodes[place]!) ?? null) : null
        const [quantity, level] = [lines.quantities[place]!, lines.levels[place]!]
        yield `${separator}${lineJson(items[place]!, quantity, level, notes)}}`
        separator = ','
      }
    yield `],"summary":${JSON.stringify(summary)}}`
  }
  return texts()
}
