import type { DecimalMark } from '#contracts/csv/numbers.ts'
import { decimalNames, delimiterNames, type Delimiter } from '#contracts/csv/reading-options.ts'
import { encodingNames, type Encoding } from '#contracts/csv/encodings.ts'
import type { Header } from './header-row.ts'
import type { FileCurrency } from './row-currency.ts'

/** How a file is read. */
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
  /** Rows that are not blank. */
  readonly rows: number
}

/** "Semikolon, desimalkomma, Windows-1252" */
export const describeFormat = (understood: FileFormat): string => {
  const { delimiter, decimal, encoding, byteOrderMark, rowsAbove, header } = understood
  return [
    delimiterNames[delimiter],
    decimal ? decimalNames[decimal] : 'desimaltegn ikke avgjort',
    byteOrderMark ? `${encodingNames[encoding]} med BOM` : encodingNames[encoding],
    ...(rowsAbove > 0 ? [`overskrifter på linje ${header.line}`] : []),
  ].join(', ')
}
