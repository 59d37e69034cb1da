import type { Problem } from '#contracts/csv/answer.ts'
import { appendFile, writeFile } from 'node:fs/promises'
import { faultHeading } from '#contracts/csv/headings.ts'
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
import type { ImportFile } from './import-file.ts'
import { withRecord } from './row-changes.ts'
import type { PlannedRow } from './row-planner.ts'
import type { FileTask } from './task.ts'

/** Escapes formulas. A negative number is not a formula. */
const harmless = (cell: string) => {
  const text = unwrapTextFormula(cell)
  return 'wrong' in formOf(text) ? escapeFormula(unescapeFormula(text)) : text
}

/** The places of the columns without the reasons of an earlier import. */
const ownColumns = ({ header: { headings, columns } }: ImportFile): readonly number[] =>
  headings.flatMap((heading, at) => (columns[at] || heading !== faultHeading ? [at] : []))

const headOf = (file: ImportFile): string => {
  const { priceFile, header, delimiter } = file
  // Price files keep their own header and format, so that the file can be imported again.
  if (priceFile) return priceFileLine(priceFile.headCells)
  const headings = ownColumns(file).map((at) => header.headings[at]!)
  return headingLine([...headings, faultHeading], delimiter)
}

export type FailedRow = { readonly row: PlannedRow; readonly errors: readonly Problem[] }

const lineOf = (file: ImportFile, { row, errors }: FailedRow) => {
  const { priceFile, header, delimiter } = file
  const { cells } = row.read
  const why = errors
    .map(({ column, message }) => (column ? `${column}: ${message}` : message))
    .join('; ')
  // A short row is filled up to the header's width, so that the reason stands in its column; what a
  // wide one has too much stands behind, or it would pass for a right one when it comes back.
  const padded = ownColumns(file).map((at) => harmless(cells[at] ?? ''))
  const surplus = cells.slice(header.headings.length).map(harmless)
  const line = [...padded, escapeFormula(why), ...surplus]
  return priceFile ? priceFileLine(line) : csvLine(line, delimiter)
}

/** Starts the file of rejected rows, to be corrected and imported again. */
export const beginRejectedRows = ({ uploads, job, file }: FileTask): Promise<void> =>
  writeFile(uploads.faulty(job.id), byteOrderMark + headOf(file))

/** Reports failed rows and stores them with the reason. */
export const rejectRows = async (
  { uploads, job, entity, file, summary }: FileTask,
  failed: readonly FailedRow[],
): Promise<void> => {
  if (failed.length === 0) return
  for (const { row, errors } of failed) summary.fail(withRecord(entity, row, errors))
  const inOrder = failed.toSorted((a, b) => a.row.at - b.row.at)
  await appendFile(uploads.faulty(job.id), inOrder.map((one) => lineOf(file, one)).join(''))
}
