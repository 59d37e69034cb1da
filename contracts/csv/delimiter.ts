import type { Entity } from '../entity.ts'
import { csvParser } from './parser.ts'
import { UnreadableFile } from './problems.ts'
import { isKnownHeading } from './headings.ts'

export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The first line that Excel writes to say what separates: `sep=;`. */
const hint = /^sep=([;,|\t])\r?(\n|$)/i
export const hintOf = (start: string): Delimiter | undefined =>
  hint.exec(start)?.[1] as Delimiter | undefined

const headerWith = (delimiter: Delimiter, start: string): readonly string[] => {
  try {
    const parser = csvParser(delimiter)
    const rows = parser.push(start)
    return (rows[0] ?? parser.end()[0])?.cells ?? []
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // What is wrong is told by whoever reads on with the right separator.
    return start.split(/[\r\n]/, 1)[0]!.split(delimiter)
  }
}

/**
 * The separator with which the header has the most headings we know; where it has none, the most cells.
 * Counting separators alone takes a comma in a text for one.
 */
export const detectDelimiter = (entity: Entity, start: string): Delimiter => {
  const candidates = delimiters.map((delimiter) => {
    const cells = headerWith(delimiter, start)
    return {
      delimiter,
      known: cells.filter((cell) => isKnownHeading(entity, cell)).length,
      cells: cells.length,
    }
  })
  return candidates.reduce((best, next) =>
    next.known > best.known || (next.known === best.known && next.cells > best.cells) ? next : best,
  ).delimiter
}
