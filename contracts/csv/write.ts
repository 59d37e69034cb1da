import Papa from 'papaparse'
import { defuse } from './defuse.ts'
import type { Delimiter } from './delimiter.ts'

/** One line of a CSV file. Cells come defused. */
export const csvLine = (cells: readonly string[], delimiter: Delimiter): string =>
  `${Papa.unparse([[...cells]], { delimiter })}\r\n`

export const headingLine = (headings: readonly string[], delimiter: Delimiter): string =>
  csvLine(headings.map(defuse), delimiter)

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
