import type { Problem } from '#contracts/csv/answer.ts'
import { columnOf } from '#contracts/csv/columns.ts'
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
import { shown, type Row } from './row.ts'

export type TableFormat = {
  /** Null if the numbers are ambiguous or inconsistent. */
  readonly decimal: DecimalMark | null
  /** The currency of amounts without their own; null if there are no amounts. */
  readonly currency: FileCurrency | null
  /** Number of ignored rows above the header, such as a title and a date. */
  readonly rowsAbove: number
  readonly header: Header
  readonly rows: number
}

export type FileFormat = TableFormat & {
  readonly encoding: Encoding
  readonly byteOrderMark: boolean
  readonly delimiter: Delimiter
  readonly warnings?: readonly Problem[]
}

export type RowContext = {
  readonly entity: Entity
  readonly file: FileFormat
  readonly options: ImportOptions
  readonly today: string
}

/** `key` is the field; '' for the whole row. */
export const problemAt = (
  { entity, file }: Pick<RowContext, 'entity' | 'file'>,
  { line, cells }: Pick<Row, 'line' | 'cells'>,
  key: string,
  message: string,
): Problem => {
  const { columns, headings } = file.header
  const column = columnOf(entity, key)
  const at = column ? columns.indexOf(column) : -1
  return {
    line,
    column: headings[at] ?? column?.heading ?? '',
    value: shown(cells[at] ?? ''),
    message,
  }
}

/** For input that is not a table written by people, with nothing to detect. */
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
