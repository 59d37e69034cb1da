import type { Header } from '../csv/header-row.ts'
import { encodingNames, type Encoding } from '#contracts/csv/options.ts'
import { joinedDigits } from '#contracts/text.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import { fieldOf, lineFields, shownDate, type LineField } from './lines.ts'
import type { PriceSource } from '#contracts/price-history.ts'
import { nelfoName, type NelfoHeader } from './header.ts'

export type PriceFile = {
  readonly head: NelfoHeader
  /** The original header line, for the file of rejected lines. */
  readonly headCells: readonly string[]
  /** Numbers with contradicting lines, and their line numbers. */
  readonly conflicts: ReadonlyMap<string, readonly number[]>
}

const fields: Readonly<Partial<Record<LineField, string>>> = {
  VareNr: 'electricalNumber',
  VaBetg: 'description',
  Pris: 'pricing.listPrice',
  PrisEnhet: 'pricing.unit',
}

/** Describes the fields like CSV columns, so that problems can name them. */
export const lineHeader = (entity: Entity, line: number): Header => ({
  line,
  headings: lineFields,
  columns: lineFields.map((field) => columnOf(entity, fields[field] ?? '') ?? null),
})

/** The El-nummer of a line; null if it has none or another kind of number. */
export const numberOf = (cells: readonly string[]): string | null =>
  (fieldOf(cells, 'VareMrk') === '1' && joinedDigits(fieldOf(cells, 'VareNr'))) || null

export const sourceOf = ({ head }: PriceFile, cells: readonly string[]): PriceSource => {
  const named = (field: LineField) => fieldOf(cells, field)
  return {
    format: nelfoName,
    seller: head.seller,
    sellerId: head.sellerId,
    price: named('Pris'),
    priceUnit: named('PrisEnhet'),
    quantity: named('Mengde'),
    discount: named('Rabatt'),
    priceType: named('Pristype'),
    priceDate: named('PrisDato'),
  }
}

const validity = ({ from, to }: NelfoHeader): readonly string[] => {
  if (from !== null && to !== null) return [`gjelder ${shownDate(from)}–${shownDate(to)}`]
  if (from !== null) return [`gjelder fra ${shownDate(from)}`]
  return to !== null ? [`gjelder til ${shownDate(to)}`] : []
}

/** "EFO/NELFO 4.0, varefil fra Onninen AS, gjelder fra 01.09.2026, NOK, Windows-1252" */
export const describePriceFile = ({ head }: PriceFile, encoding: Encoding): string =>
  [
    nelfoName,
    `${head.kind === 'V' ? 'varefil' : 'pristilbud'} fra ${head.seller || 'ukjent grossist'}`,
    ...validity(head),
    head.currency,
    encodingNames[encoding],
  ].join(', ')
