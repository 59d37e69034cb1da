import { identityBy, type Identity } from '../csv/identity.ts'
import { priceFileDefaults } from '#contracts/csv/price-file-options.ts'
import { planLine } from '../nelfo/plan.ts'
import { numberKey, numberOf, readLine, sourceOf } from '../nelfo/price-file.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Row } from '../csv/parser.ts'
import type { Known } from '../csv/differences.ts'
import { planRow, type RowPlan } from '../csv/plan-row.ts'
import { createRowReader, type ReadRow } from '../csv/read-row.ts'
import type { ImportFile } from './import-file.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Json } from '#contracts/event-log.ts'

type Needs = {
  readonly entity: Entity
  readonly file: ImportFile
  /** The field by which rows are recognised. */
  readonly identifier: string
  readonly options: ImportOptions
  /** The day the import was begun. */
  readonly today: string
}

/** What the rows of a kind of file mean. */
export type RowRules = {
  readonly read: (row: Row) => ReadRow
  readonly identity: (read: ReadRow) => Identity | null
  readonly plan: (read: ReadRow, known: Known | null) => RowPlan
  /** What becomes of a row whose key stood before; null where that is a fault. */
  readonly repeated: (read: ReadRow) => RowPlan | 'by itself' | null
}

const csvRules = ({ entity, file, identifier, options }: Needs): RowRules => {
  const { header } = file
  return {
    read: createRowReader(entity, header, file),
    identity: identityBy(entity, identifier),
    plan: (read, known) => planRow(entity, header, read, known, options),
    repeated: () => null,
  }
}

const priceFileRules = ({ entity, file, identifier, options, today }: Needs): RowRules => {
  const { header } = file
  const priceFile = file.priceFile!
  const priceOptions = options.priceFile ?? priceFileDefaults
  const needs = { entity, header, file: priceFile, options, priceOptions, today }
  return {
    read: readLine,
    identity: ({ cells }) => {
      const text = numberOf(cells)
      return text === null ? null : { field: identifier, text, lacking: null }
    },
    plan: (read, known) => planLine(needs, read, known),
    // Where the lines differ each of them says so by itself.
    repeated: ({ cells }) =>
      priceFile.conflicts.has(numberKey(numberOf(cells) ?? ''))
        ? 'by itself'
        : { outcome: 'skipped', id: 0, because: 'repeated', warnings: [] },
  }
}

export const rowRules = (needs: Needs): RowRules =>
  needs.file.priceFile ? priceFileRules(needs) : csvRules(needs)

/** What the events of a row keep of where it came from, beside the import and the line. */
export const sourceNote = (
  { priceFile }: ImportFile,
  { cells }: ReadRow,
): { readonly [key: string]: Json } => (priceFile ? { source: sourceOf(priceFile, cells) } : {})
