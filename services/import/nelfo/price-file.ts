import type { Header } from '../csv/header-row.ts'
import { normalKey, oneLine } from '#contracts/text.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import type { FileFormat } from '../csv/file-format.ts'
import type { Row } from '../csv/parser.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { fieldOf, lineFields, type LineField } from './fields.ts'
import type { PriceSource } from '#contracts/price-history.ts'
import { nelfoName, type NelfoHeader } from './header.ts'

/** What is known of a price file before its lines are looked at one by one. */
export type PriceFile = {
  readonly head: NelfoHeader
  /** The head's line as it stands, for the file of faulty lines. */
  readonly headCells: readonly string[]
  /** Numbers that stand on several lines that do not say the same, and on which. */
  readonly conflicts: ReadonlyMap<string, readonly number[]>
}

/** How a price file is read, as `Understood` says it of a CSV file. */
export type PriceFileUnderstood = FileFormat & { readonly priceFile: PriceFile }

const fields: Readonly<Partial<Record<LineField, string>>> = {
  VareNr: 'electricalNumber',
  VaBetg: 'description',
  Pris: 'pricing.listPrice',
  PrisEnhet: 'pricing.unit',
}

/** The fields of a line as if they were columns of a CSV file, so that faults can be told by them. */
export const lineHeader = (entity: Entity, line: number): Header => ({
  line,
  headings: lineFields,
  columns: lineFields.map((field) => columnOf(entity, fields[field] ?? '') ?? null),
})

/** The El-nummer of a line; null where it has another kind of number, or none. */
export const numberOf = (cells: readonly string[]): string | null =>
  (fieldOf(cells, 'VareMrk') === '1' && oneLine(fieldOf(cells, 'VareNr'))) || null
export const numberKey = (number: string): string => normalKey(number)

export const readLine = ({ line, cells }: Row): ReadRow => {
  const number = numberOf(cells)
  return {
    line,
    cells,
    given: new Map(number === null ? [] : [['electricalNumber', number]]),
    blank: new Set(),
    isCurrencyAssumed: false,
    errors: [],
    warnings: [],
  }
}

/** Where a price comes from, as the file has it: kept with the event. */
export const sourceOf = ({ head }: PriceFile, cells: readonly string[]): PriceSource => {
  const said = (field: LineField) => fieldOf(cells, field)
  return {
    format: nelfoName,
    seller: head.seller,
    sellerId: head.sellerId,
    price: said('Pris'),
    priceUnit: said('PrisEnhet'),
    quantity: said('Mengde'),
    discount: said('Rabatt'),
    priceType: said('Pristype'),
    priceDate: said('PrisDato'),
  }
}
