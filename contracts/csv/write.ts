import type { Delimiter } from './options.ts'
import { nameKey, type Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import { columnsOf, type CsvColumn } from './columns.ts'
import { writeList } from './lists.ts'
import { writeNumber, type DecimalMark } from './numbers.ts'

// CSV injection: a spreadsheet runs a cell that starts with one of these as a formula. A leading apostrophe makes it
// text; text that already has one gets another, so that it can be read back.
const dangerous = /^'*[=+\-@\t\r\n]/
const defused = /^'+[=+\-@\t\r\n]/

export const escapeFormula = (text: string): string => (dangerous.test(text) ? `'${text}` : text)
export const unescapeFormula = (cell: string): string => (defused.test(cell) ? cell.slice(1) : cell)

const textFormula = /^="((?:[^"]|"")*)"$/
/** Other systems write `="00123"` to make Excel keep the zeros. */
export const unwrapTextFormula = (cell: string): string => {
  const inside = cell.startsWith('=') ? textFormula.exec(cell)?.[1] : undefined
  return inside === undefined ? cell : inside.replaceAll('""', '"')
}

/** Adds an apostrophe to a text that an import would change. For cells typed as text, in which no formula runs. */
export const escapeText = (text: string): string =>
  unescapeFormula(unwrapTextFormula(text)) === text ? text : `'${text}`

const needsQuotes = /["\r\n\uFEFF]|^ | $/
const quoted = (cell: string, delimiter: Delimiter): string =>
  needsQuotes.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvLine = (cells: readonly string[], delimiter: Delimiter): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`

export const headingLine = (headings: readonly string[], delimiter: Delimiter): string =>
  csvLine(headings.map(escapeFormula), delimiter)

/** Without it Excel does not read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

export const writeCell = (value: Value, mark: DecimalMark): string => {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return writeNumber(value, mark)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  return escapeFormula(typeof value === 'string' ? value : writeList(value))
}

export type AnsweredRecord = Readonly<Record<string, unknown>>

const valueAt = (record: AnsweredRecord, { key, field }: CsvColumn): Value => {
  if (key.startsWith('pricing.')) {
    const pricing = record['pricing'] as AnsweredRecord | null | undefined
    return (pricing?.[key.slice('pricing.'.length)] ?? null) as Value
  }
  return (record[field.kind === 'reference' ? nameKey(key) : key] ?? null) as Value
}

export const exportHeadings = (entity: Entity): readonly string[] =>
  columnsOf(entity).map(({ heading }) => heading)

export const exportCells = (
  entity: Entity,
  record: AnsweredRecord,
  decimal: DecimalMark,
): readonly string[] =>
  columnsOf(entity).map((column) => writeCell(valueAt(record, column), decimal))

type Offer = AnsweredRecord & { readonly supplierName: string }

const offerRecord = (entity: Entity, record: AnsweredRecord, offer: Offer): AnsweredRecord => ({
  ...offer,
  unit: null,
  itoArticlenumber: record['itoArticlenumber'],
  [entity.title]: record[entity.title],
  pricing: offer,
})

/** Offers are matched by ITO number. A part without a supplier would take the first of them as its own. */
const exportedOffers = ({ itoArticlenumber, supplierName, offers }: AnsweredRecord) =>
  (itoArticlenumber && supplierName ? (offers ?? []) : []) as readonly Offer[]

/** Its own row, one for its next price, and one for each offer. */
export const exportRows = (
  entity: Entity,
  record: AnsweredRecord,
  decimal: DecimalMark,
): readonly (readonly string[])[] => {
  const { coming } = (record['pricing'] ?? {}) as AnsweredRecord
  return [
    record,
    ...(coming ? [{ ...record, pricing: coming }] : []),
    ...exportedOffers(record).map((offer) => offerRecord(entity, record, offer)),
  ].map((one) => exportCells(entity, one, decimal))
}
