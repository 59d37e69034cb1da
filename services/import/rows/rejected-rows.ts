import type { Problem } from '#contracts/csv/answer.ts'
import { appendFile, writeFile } from 'node:fs/promises'
import { formOf } from '#contracts/csv/numbers.ts'
import { priceFileLine } from '../nelfo/lines.ts'
import {
  escapeFormula,
  unescapeFormula,
  unwrapTextFormula,
  byteOrderMark,
  csvLine,
  headingLine,
} from '#contracts/csv/write.ts'
import type { Row } from '../csv/parser.ts'
import type { ImportFile } from './import-file.ts'

const flushAt = 500

/** A cell as it stood, but no formula to whoever opens it. A negative number is none. */
const harmless = (cell: string) => {
  const text = unwrapTextFormula(cell)
  return 'wrong' in formOf(text) ? escapeFormula(unescapeFormula(text)) : text
}

/** The rows that could not be imported, to be corrected and imported again: a column says why. */
export const createRejectedRows = async (
  path: string,
  { delimiter, header, priceFile }: ImportFile,
) => {
  // A price file's rows go under its own head, as that format has them, so that they are taken again.
  const first = priceFile
    ? priceFileLine(priceFile.headCells)
    : headingLine([...header.headings, 'Feil'], delimiter)
  const lineOf = (cells: readonly string[]) =>
    priceFile ? priceFileLine(cells) : csvLine(cells, delimiter)
  await writeFile(path, byteOrderMark + first)
  let waiting: { line: number; text: string }[] = []
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    // Rows end in another order than they stand in the file.
    const lines = waiting.toSorted((a, b) => a.line - b.line).map(({ text }) => text)
    waiting = []
    if (lines.length > 0) writing = writing.then(() => appendFile(path, lines.join('')))
    return writing
  }
  return {
    add: async ({ line, cells }: Row, errors: readonly Problem[]): Promise<void> => {
      const why = errors
        .map(({ column, message }) => (column ? `${column}: ${message}` : message))
        .join('; ')
      // A short row is filled up to the header's width, so that the reason stands in its column; what a
      // wide one has too much stands behind, or it would pass for a right one when it comes back.
      const width = header.headings.length
      const padded = Array.from({ length: width }, (_, at) => harmless(cells[at] ?? ''))
      waiting.push({
        line,
        text: lineOf([...padded, escapeFormula(why), ...cells.slice(width).map(harmless)]),
      })
      if (waiting.length >= flushAt) await flush()
    },
    close: flush,
  }
}

export type RejectedRows = Awaited<ReturnType<typeof createRejectedRows>>
