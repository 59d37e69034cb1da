import { bomLimits } from '#contracts/assembly/bom.ts'
import { lineJson } from './catalogue.ts'
import type { Graph } from './graph.ts'
import type { Item } from './items.ts'
import type { BomModel } from './model.ts'
import { jsonOf, minus, plus, type Exact } from './numbers.ts'
import { levelsWithin, treePage, type Occurrence, type TreeLine } from './tree.ts'

export type Asked = {
  /** Where in the tree the listing starts. */
  readonly start: Occurrence
  /** Only what is directly in it. */
  readonly direct: boolean
  readonly offset: Exact
  readonly limit: number | undefined
}

const grouped = (value: Exact) => value.toLocaleString('nb-NO').replaceAll('\u00a0', ' ')

type Settled = { readonly line: TreeLine; readonly item: Item; readonly lines: Exact }

/** What is in the answer is settled before its first byte: the records are immutable. */
const settled = ({ graph, catalogue, counts }: BomModel, line: TreeLine): Settled => ({
  line,
  item: catalogue.item(graph, line.node, line.isAssembly),
  lines: line.isAssembly ? counts.of(line.node) : 0,
})

const hierarchyLine = ({ assemblies }: Graph, { line, item, lines }: Settled): string => {
  const { node, isAssembly, level, total, quantity, notes, path } = line
  const json = lineJson(item, total, level, notes)
  if (!isAssembly) return `${json},"quantity":${quantity},"node":null,"lines":0}`
  const place = [...path, assemblies.ids[node]].join('.')
  return `${json},"quantity":${quantity},"node":"${place}","lines":${jsonOf(lines)}}`
}

const directCount = ({ graph }: BomModel, assembly: number) =>
  graph.subs.outOf(assembly).length + graph.leaves.outOf(assembly).length

/**
 * Lines in preorder. Asked for everything, it answers everything as long as that is a bearable number of lines;
 * beyond, as many whole levels as are, and says that the rest is loaded from there.
 */
export const hierarchyAnswer = (model: BomModel, asked: Asked): Iterable<string> => {
  const { graph, counts } = model
  const { start, direct, offset } = asked
  const cap = bomLimits.hierarchyLines
  const limit = Math.min(asked.limit ?? cap, cap)
  const total = direct ? directCount(model, start.assembly) : counts.of(start.assembly)
  const isPage = direct || asked.limit !== undefined || offset > 0
  const levels = direct
    ? 1
    : isPage || total <= cap
      ? Infinity
      : levelsWithin(graph, start.assembly, cap)
  const lines = treePage(graph, counts, start, { offset, limit, levels })
  const isWhole = plus(offset, lines.length) >= total
  const notice = isWhole
    ? null
    : isPage
      ? `Viser linje ${grouped(plus(offset, 1))} til ${grouped(plus(offset, lines.length))} av ${grouped(total)}.`
      : shortened(total, levels, lines.length, start)
  const shown = lines.map((line) => settled(model, line))

  function* texts() {
    yield '{"success":true,"items":['
    let separator = ''
    for (const line of shown) {
      yield `${separator}${hierarchyLine(graph, line)}`
      separator = ','
    }
    yield `],"totalLines":${jsonOf(total)},"truncated":${!isWhole},"notice":${JSON.stringify(notice)}}`
  }
  return texts()
}

const shortened = (total: Exact, levels: number, shown: number, start: Occurrence) => {
  const first = start.level + 1
  const last = start.level + levels
  const which = first === last ? `nivå ${last}` : `nivå ${first} til ${last}`
  const hidden = grouped(minus(total, shown))
  return `Hierarkiet har ${grouped(total)} linjer. Her vises ${which}; åpne en underenhet for å hente det som ligger under. ${hidden} linjer er ikke hentet.`
}
