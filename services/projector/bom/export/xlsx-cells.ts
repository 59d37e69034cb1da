import type { Cell, Sheet } from './sheet.ts'

/** Plain values for the thread that writes the workbook: a JavaScript number is a number there too. */
export type XlsxCell = string | number | null

/** Excel holds 15 digits; a longer number is written as the text it is rather than rounded. */
const exactly = (digits: string): XlsxCell =>
  digits.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(digits) : digits

// XML cannot hold most control characters, and Excel no more than so many characters in a cell.
const longest = 32_767
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const clean = (text: string) => text.toWellFormed().replaceAll(forbidden, '').slice(0, longest)

const xlsxCell = (cell: Cell): XlsxCell => {
  if (cell === null) return null
  if (typeof cell === 'string') return clean(cell)
  return exactly('number' in cell ? String(cell.number) : cell.decimal)
}

export const xlsxRows = ({ rows }: Sheet): XlsxCell[][] =>
  Array.from(rows, (row) => row.map(xlsxCell))
