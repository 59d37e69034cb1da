import { escapeFormula, byteOrderMark, csvLine, headingLine } from '#contracts/csv/write.ts'
import type { Exact } from '#graph/exact.ts'

/** A number is kept as its digits: with a decimal point, and none is lost. */
export type Cell = string | { readonly digits: string } | null

export type Row = readonly Cell[]
export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: Iterable<Row>
}

export const number = (value: Exact | string | null | undefined): Cell =>
  value === null || value === undefined ? null : { digits: String(value) }

/** The heading of each, and what it shows. */
export type Columns<Shown> = readonly (readonly [heading: string, cell: (shown: Shown) => Cell])[]
export const headingsOf = (columns: Columns<never>): readonly string[] =>
  columns.map(([heading]) => heading)
export const cellsOf = <Shown>(columns: Columns<Shown>, shown: Shown): Row =>
  columns.map(([, cell]) => cell(shown))

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return escapeFormula(cell)
  return cell.digits.replace('.', ',')
}

/** Large enough that pieces cost nothing, small enough that others get their turn between them. */
const pieceLength = 256 * 1024

/** As Excel in Norwegian reads it without asking: UTF-8 with a byte order mark, semicolon, decimal comma. */
export const csvHead = (header: readonly string[]): string =>
  byteOrderMark + headingLine(header, ';')
export const csvRow = (row: Row): string => csvLine(row.map(cellText), ';')

export function* csvOf({ header, rows }: Sheet): Generator<string> {
  let piece = csvHead(header)
  for (const row of rows) {
    piece += csvRow(row)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
