import { escapeFormula } from './formula-injection.ts'
import type { Delimiter } from './reading-options.ts'

const needsQuotes = /["\r\n\uFEFF]|^ | $/
const quoted = (cell: string, delimiter: Delimiter): string =>
  needsQuotes.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvLine = (cells: readonly string[], delimiter: Delimiter): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`

export const headingLine = (headings: readonly string[], delimiter: Delimiter): string =>
  csvLine(headings.map(escapeFormula), delimiter)

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
