import { defuse } from './defuse.ts'
import type { Delimiter } from './delimiter.ts'

const mustBeQuoted = /["\r\n]|^\s|\s$/

const cellText = (cell: string, delimiter: Delimiter) =>
  mustBeQuoted.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

/** One line of a CSV file. Cells come defused; a lone empty cell is quoted, or the line would be blank. */
export const csvLine = (cells: readonly string[], delimiter: Delimiter): string =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map((cell) => cellText(cell, delimiter)).join(delimiter)}\r\n`

export const headingLine = (headings: readonly string[], delimiter: Delimiter): string =>
  csvLine(headings.map(defuse), delimiter)

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
