import { z } from 'zod'
import {
  hierarchyAnswer as hierarchySchema,
  type HierarchyAnswer,
  type HierarchyItem,
} from '#contracts/assembly/bom-answers.ts'
import { bomLimits, exactQuantity } from '#contracts/assembly/bom.ts'
import { exact, minus, plus, type Exact } from '#graph/exact.ts'
import { refused } from '#kernel/refused.ts'
import { assemblyQuery } from '../answer.ts'
import { childCount } from '../bom-links.ts'
import { bomItemOf, grouped } from '../lines.ts'
import type { BomModel } from '../model.ts'
import { levelsWithin, occurrenceAt, treePage, type Occurrence, type TreeLine } from '../tree.ts'

const cap = bomLimits.hierarchyLines

const place = z
  .string()
  .max(2_000)
  .regex(/^(\d{1,10}(\.\d{1,10})*)?$/, 'Må være id-er med punktum mellom, som 12.40')
  .transform((text) => (text === '' ? [] : text.split('.').map(Number)))

const parameters = {
  node: place.optional().describe('Underenhetens plass: det som ligger under den'),
  parent: place.optional().describe('Som `node`, men bare det som ligger direkte i den'),
  offset: z
    .string()
    .regex(/^\d{1,200}$/, 'Må være et helt tall')
    .transform(exact)
    .optional()
    .describe('Hopp over så mange linjer'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Må være et helt tall fra 1')
    .transform(Number)
    .optional()
    .describe(`Høyst så mange linjer; aldri flere enn ${cap}`),
}

export const hierarchyQuery = assemblyQuery({
  path: 'bom/hierarchy',
  summary: 'Stykkliste, hierarki',
  description: `Linjene i den rekkefølgen de ligger. Har stykklista flere enn ${cap} linjer, kommer de øverste nivåene; resten hentes med \`node\`, \`parent\` eller \`offset\`.`,
  parameters,
  response: hierarchySchema,
  answer: (model, assembly, { node, parent, offset = 0, limit }) => {
    const start = occurrenceAt(model.links, assembly, parent ?? node ?? [])
    if (!start) throw refused('NOT_FOUND')
    return hierarchyAnswer(model, { start, direct: parent !== undefined, offset, limit })
  },
})

type HierarchyRequest = {
  readonly start: Occurrence
  readonly direct: boolean
  readonly offset: Exact
  readonly limit: number | undefined
}

/** Without paging, a stykkliste that is too long is answered by as many whole levels as fit. */
const hierarchyAnswer = (
  model: BomModel,
  { start, direct, offset, limit }: HierarchyRequest,
): HierarchyAnswer => {
  const total = direct
    ? childCount(model.links, start.assembly)
    : model.lineCounts.of(start.assembly)
  const isPage = direct || limit !== undefined || offset > 0
  if (!isPage && total > cap) return upperLevels(model, start, total)
  const levels = direct ? 1 : Infinity
  const lines = treePage(model, start, { offset, limit: Math.min(limit ?? cap, cap), levels })
  const end = plus(offset, lines.length)
  const notice = `Viser linje ${grouped(plus(offset, 1))} til ${grouped(end)} av ${grouped(total)}.`
  return answerOf(model, lines, total, end >= total ? null : notice)
}

const upperLevels = (model: BomModel, start: Occurrence, total: Exact): HierarchyAnswer => {
  const levels = levelsWithin(model.links, start.assembly, cap)
  const lines = treePage(model, start, { limit: cap, levels })
  return answerOf(model, lines, total, shortenedNotice(total, levels, lines.length, start))
}

const answerOf = (
  model: BomModel,
  lines: readonly TreeLine[],
  total: Exact,
  notice: string | null,
): HierarchyAnswer => ({
  success: true,
  items: lines.map((line) => hierarchyItem(model, line)),
  totalLines: exactQuantity(total),
  truncated: notice !== null,
  notice,
})

const hierarchyItem = (model: BomModel, line: TreeLine): HierarchyItem => {
  const { kind, id, level, total, quantity, notes, path } = line
  const isAssembly = kind === 'subassembly'
  return {
    ...bomItemOf(model, model.item(kind, id), { quantity: total, level, notes }),
    quantity,
    node: isAssembly ? [...path, id].join('.') : null,
    lines: isAssembly ? exactQuantity(model.lineCounts.of(id)) : 0,
  }
}

const shortenedNotice = (total: Exact, levels: number, shown: number, start: Occurrence) => {
  const first = start.level + 1
  const last = start.level + levels
  const which = first === last ? `nivå ${last}` : `nivå ${first} til ${last}`
  const hidden = grouped(minus(total, shown))
  return `Hierarkiet har ${grouped(total)} linjer. Her vises ${which}; åpne en underenhet for å hente det som ligger under. ${hidden} linjer er ikke hentet.`
}
