import {
  decimalNames,
  delimiterNames,
  encodingNames,
  type Delimiter,
  type Encoding,
} from '#contracts/csv/options.ts'
import type { DecimalMark } from '#contracts/csv/numbers.ts'
import type { FileCurrency } from './currency.ts'
import type { Header } from './header-row.ts'

export type FileFormat = {
  readonly encoding: Encoding
  readonly byteOrderMark: boolean
  readonly delimiter: Delimiter
  /** Null where the file's numbers do not give it away, or disagree. */
  readonly decimal: DecimalMark | null
  /** What amounts are read as that name no currency; null where there are none. */
  readonly currency: FileCurrency | null
  /** Rows above the header that are not read: what a list calls itself, and its date. */
  readonly rowsAbove: number
  readonly header: Header
  readonly rows: number
}

export const describeFormat = (understood: FileFormat): string => {
  const { delimiter, decimal, encoding, byteOrderMark, rowsAbove, header } = understood
  return [
    delimiterNames[delimiter],
    decimal ? decimalNames[decimal] : 'desimaltegn ikke avgjort',
    byteOrderMark ? `${encodingNames[encoding]} med BOM` : encodingNames[encoding],
    ...(rowsAbove > 0 ? [`overskrifter på linje ${header.line}`] : []),
  ].join(', ')
}
