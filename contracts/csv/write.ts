import type { Delimiter } from './options.ts'
import type { Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import { columnsOf } from './columns.ts'
import { escapeFormula } from './formula-injection.ts'
import { writeList } from './lists.ts'
import { writeNumber, type DecimalMark } from './numbers.ts'

const needsQuotes = /["\r\n\uFEFF]|^ | $/
const quoted = (cell: string, delimiter: Delimiter): string =>
  needsQuotes.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvLine = (cells: readonly string[], delimiter: Delimiter): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`

export const headingLine = (headings: readonly string[], delimiter: Delimiter): string =>
  csvLine(headings.map(escapeFormula), delimiter)

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Writes a value so that an import gives it back. A reference is written as the name it is given. */
export const writeCell = (value: Value, mark: DecimalMark): string => {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return writeNumber(value, mark)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return escapeFormula(typeof value === 'string' ? value : writeList(value))
}

export type AnsweredRecord = Readonly<Record<string, unknown>>

const names: Readonly<Record<string, string>> = {
  supplierId: 'supplierName',
  manufacturerId: 'manufacturerName',
}

const valueAt = (record: AnsweredRecord, key: string): Value => {
  if (key.startsWith('pricing.')) {
    const pricing = record['pricing'] as AnsweredRecord | null | undefined
    return (pricing?.[key.slice('pricing.'.length)] ?? null) as Value
  }
  return (record[names[key] ?? key] ?? null) as Value
}

export const exportHeadings = (entity: Entity): readonly string[] =>
  columnsOf(entity).map(({ heading }) => heading)

export const exportCells = (
  entity: Entity,
  record: AnsweredRecord,
  decimal: DecimalMark,
): readonly string[] => columnsOf(entity).map(({ key }) => writeCell(valueAt(record, key), decimal))
