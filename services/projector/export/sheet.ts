import { escapeFormula, byteOrderMark, csvLine, headingLine } from '#contracts/csv/write.ts'
import type { Exact } from '#graph/exact.ts'

export type Cell = string | { readonly number: Exact } | { readonly decimal: string } | null

export type Row = readonly Cell[]
export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: Iterable<Row>
}

export const number = (value: Exact): Cell => ({ number: value })
export const decimal = (value: string | null): Cell => (value === null ? null : { decimal: value })

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return escapeFormula(cell)
  return 'number' in cell ? String(cell.number) : cell.decimal.replace('.', ',')
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
