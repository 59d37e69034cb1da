import type { BomSummary } from '#contracts/assembly/bom.ts'
import { lineJson } from './catalogue.ts'
import { flatOf } from './flat.ts'
import type { BomModel } from './model.ts'
import { summaryOf } from './summary.ts'

/** Large enough that chunks cost nothing, small enough that others get their turn between them. */
const chunk = 128 * 1024

/** Texts in larger pieces, for a stream; each piece is made when the one before has been taken. */
export function* inChunks(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < chunk) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

/**
 * `{"success":true,"items":[...],"summary":{...}}`. What is in the answer is settled before its first byte:
 * the records are immutable, so one that changes meanwhile is still the old one here.
 */
export const flatAnswer = (
  { graph, catalogue }: BomModel,
  root: number,
): { readonly size: number; readonly texts: Iterable<string> } => {
  const flat = flatOf(graph, root)
  const summary: BomSummary = summaryOf(graph, catalogue, root, flat)
  const lines = [...flat.parts, ...flat.assemblies]
  const items = lines.map(({ node, isAssembly }) => catalogue.item(graph, node, isAssembly))

  function* texts() {
    yield '{"success":true,"items":['
    for (const [place, line] of lines.entries())
      yield `${place > 0 ? ',' : ''}${lineJson(catalogue, items[place]!, line)}}`
    yield `],"summary":${JSON.stringify(summary)}}`
  }
  return { size: lines.length, texts: texts() }
}
