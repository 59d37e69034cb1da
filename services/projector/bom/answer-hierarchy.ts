import { bomLimits } from '#contracts/assembly/bom.ts'
import { lineJson } from './catalogue.ts'
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

const nodeOf = ({ graph }: BomModel, { path, node }: TreeLine) =>
  [...path, graph.assemblies.ids[node]].join('.')

const grouped = (value: Exact) => value.toLocaleString('nb-NO').replaceAll('\u00a0', ' ')

const hierarchyLine = (model: BomModel, line: TreeLine): string => {
  const { graph, catalogue, counts } = model
  const { node, isAssembly, level, total, quantity, notes } = line
  const item = catalogue.item(graph, node, isAssembly)
  const json = lineJson(item, total, level, notes)
  const place = isAssembly ? `"${nodeOf(model, line)}"` : 'null'
  const lines = isAssembly ? jsonOf(counts.of(node)) : '0'
  return `${json},"quantity":${quantity},"node":${place},"lines":${lines}}`
}

const directCount = ({ graph }: BomModel, assembly: number) =>
  graph.subs.outOf(assembly).length + graph.leaves.outOf(assembly).length

/**
 * Lines in preorder. Asked for everything, it answers everything as long as that is a bearable number of lines;
 * beyond, as many whole levels as are, and says that the rest is loaded from there.
 */
export const hierarchyAnswer = (model: BomModel, asked: Asked): string => {
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
  return `{"success":true,"items":[${lines
    .map((line) => hierarchyLine(model, line))
    .join(
      ',',
    )}],"totalLines":${jsonOf(total)},"truncated":${!isWhole},"notice":${JSON.stringify(notice)}}`
}

const shortened = (total: Exact, levels: number, shown: number, start: Occurrence) => {
  const first = start.level + 1
  const last = start.level + levels
  const which = first === last ? `nivå ${last}` : `nivå ${first} til ${last}`
  const hidden = grouped(minus(total, shown))
  return `Hierarkiet har ${grouped(total)} linjer. Her vises ${which}; åpne en underenhet for å hente det som ligger under. ${hidden} linjer er ikke hentet.`
}
