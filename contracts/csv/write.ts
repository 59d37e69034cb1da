import type { Delimiter } from './options.ts'
import type { Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import { columnsOf } from './columns.ts'
import { writeList } from './lists.ts'
import { writeNumber, type DecimalMark } from './numbers.ts'

// A spreadsheet runs a cell that begins with one of these as a formula. An apostrophe before it makes it
// text; one more is put before text that already looks so, so that reading gives back what was written.
const dangerous = /^'*[=+\-@\t\r\n]/
const defused = /^'+[=+\-@\t\r\n]/

export const escapeFormula = (text: string): string => (dangerous.test(text) ? `'${text}` : text)
export const unescapeFormula = (cell: string): string => (defused.test(cell) ? cell.slice(1) : cell)

const told = /^="((?:[^"]|"")*)"$/
/** `="00123"` is how Excel is told to keep the zeros: the text is what stands inside. */
export const unwrapTextFormula = (cell: string): string => {
  const inside = cell.startsWith('=') ? told.exec(cell)?.[1] : undefined
  return inside === undefined ? cell : inside.replaceAll('""', '"')
}

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

type Offer = AnsweredRecord & { readonly supplierName: string }

const offerRecord = (entity: Entity, record: AnsweredRecord, offer: Offer): AnsweredRecord => ({
  ...offer,
  unit: null,
  itoArticlenumber: record['itoArticlenumber'],
  [entity.title]: record[entity.title],
  pricing: offer,
})

/**
 * The rows that give a record back: its own, one of the price that comes, and one of each other supplier's offer,
 * which is found by the ITO number alone.
 */
export const exportRows = (
  entity: Entity,
  record: AnsweredRecord,
  decimal: DecimalMark,
): readonly (readonly string[])[] => {
  const { coming } = (record['pricing'] ?? {}) as AnsweredRecord
  const offers = (record['itoArticlenumber'] ? (record['offers'] ?? []) : []) as readonly Offer[]
  return [
    record,
    ...(coming ? [{ ...record, pricing: coming }] : []),
    ...offers.map((offer) => offerRecord(entity, record, offer)),
  ].map((one) => exportCells(entity, one, decimal))
}
