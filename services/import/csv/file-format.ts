import type { Problem } from '#contracts/csv/answer.ts'
import {
  decimalNames,
  delimiterNames,
  encodingNames,
  type Delimiter,
  type Encoding,
  type ImportOptions,
} from '#contracts/csv/options.ts'
import type { DecimalMark } from '#contracts/csv/numbers.ts'
import type { Entity } from '#contracts/entity.ts'
import type { FileCurrency } from './currency.ts'
import type { Header } from './header-row.ts'

/** What a table says of itself, however it is written. */
export type TableFormat = {
  /** Null where the file's numbers do not give it away, or disagree. */
  readonly decimal: DecimalMark | null
  /** What amounts are read as that name no currency; null where there are none. */
  readonly currency: FileCurrency | null
  /** Rows above the header that are not read: what a list calls itself, and its date. */
  readonly rowsAbove: number
  readonly header: Header
  readonly rows: number
}

export type FileFormat = TableFormat & {
  readonly encoding: Encoding
  readonly byteOrderMark: boolean
  readonly delimiter: Delimiter
  /** About the file as a whole. */
  readonly warnings?: readonly Problem[]
}

/** By what the rows of a file are planned. */
export type RowContext = {
  readonly entity: Entity
  readonly file: FileFormat
  readonly options: ImportOptions
  /** The day that the import was begun. */
  readonly today: string
}

/** Of what is no table that somebody has written: there is nothing to find out. */
export const plainFormat = {
  byteOrderMark: false,
  delimiter: ';',
  decimal: null,
  currency: null,
  rowsAbove: 0,
} as const

const headingsAt = ({ rowsAbove, header }: TableFormat) =>
  rowsAbove > 0 ? [`overskrifter på linje ${header.line}`] : []

export const describeSheet = (table: TableFormat, { name }: { readonly name: string }): string =>
  ['Excel-arbeidsbok', `ark «${name}»`, ...headingsAt(table)].join(', ')

export const describeFormat = (understood: FileFormat): string => {
  const { delimiter, decimal, encoding, byteOrderMark } = understood
  return [
    delimiterNames[delimiter],
    decimal ? decimalNames[decimal] : 'desimaltegn ikke avgjort',
    byteOrderMark ? `${encodingNames[encoding]} med BOM` : encodingNames[encoding],
    ...headingsAt(understood),
  ].join(', ')
}
