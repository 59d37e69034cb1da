import { mayStandAbove } from './header-row.ts'
import { delimiters, type Delimiter } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { createCsvParser, UnreadableFile } from './parser.ts'
import { isKnownHeading } from '#contracts/csv/headings.ts'

/** The first line that Excel writes to say what separates: `sep=;`. */
const hint = /^sep=([;,|\t])\r?(\n|$)/i
export const hintOf = (start: string): Delimiter | undefined =>
  hint.exec(start)?.[1] as Delimiter | undefined

const rowsWith = (delimiter: Delimiter, start: string): readonly (readonly string[])[] => {
  try {
    const parser = createCsvParser(delimiter)
    const rows = parser.push(start)
    return (rows.length > 0 ? rows : parser.end()).slice(0, mayStandAbove).map(({ cells }) => cells)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // What is wrong is told by whoever reads on with the right separator.
    return start.split(/[\r\n]+/, mayStandAbove).map((line) => line.split(delimiter))
  }
}

/** Counting separators alone would take a comma in a text for one: known headings count before cells. */
export const detectDelimiter = (entity: Entity, start: string): Delimiter => {
  const candidates = delimiters.map((delimiter) => {
    const rows = rowsWith(delimiter, start)
    const known = rows.map((cells) => cells.filter((cell) => isKnownHeading(entity, cell)).length)
    return { delimiter, known: Math.max(0, ...known), cells: rows[0]?.length ?? 0 }
  })
  return candidates.reduce((best, next) =>
    next.known > best.known || (next.known === best.known && next.cells > best.cells) ? next : best,
  ).delimiter
}
