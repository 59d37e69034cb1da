import { escapeFormula, byteOrderMark, csvLine, headingLine } from '#contracts/csv/write.ts'
import type { Exact } from '#graph/exact.ts'

/** Numbers are decimal text with a point, so that no digit is lost. */
export type Cell = string | { readonly digits: string } | null

export type Row = readonly Cell[]
export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: Iterable<Row>
}

export const number = (value: Exact | string | null | undefined): Cell =>
  value === null || value === undefined ? null : { digits: String(value) }

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

/** Small enough that other requests get their turn between chunks. */
const pieceLength = 256 * 1024

/** For a Norwegian Excel: UTF-8 with byte order mark, semicolon, decimal comma. */
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
