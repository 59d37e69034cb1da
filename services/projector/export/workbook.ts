import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'
import { escapeText } from '#contracts/csv/write.ts'
import type { Cell, Sheet } from './sheet.ts'

const wide = new Map([
  ['Beskrivelse', 40],
  ['Verdi', 80],
  ['Hva', 24],
  ['Notat', 30],
  ['Endring', 80],
  ['Begrunnelse', 40],
])

// Most control characters are invalid in XML, and Excel limits the length of a cell.
const longest = 32_767
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const cut = '… Resten er i CSV-filen.'
const fitting = (value: string): string =>
  (value.length > longest ? value.slice(0, longest - cut.length) + cut : value).toWellFormed()

/** In OOXML `_x000D_` stands for a character, so a text that contains it is written as `_x005F_x000D_`. */
const mistakable = /_(?=x[0-9a-f]{4}_)/gi

/** Typed as text, so that no text becomes a formula. */
const text = (value: string) => ({
  value: fitting(escapeText(value.replaceAll(forbidden, ''))).replaceAll(mistakable, '_x005F_'),
  type: String,
})

/** Excel holds 15 digits. A longer number is written as text rather than rounded, as Norwegians write it. */
export const cellOf = (cell: Cell) => {
  if (cell === null) return null
  if (typeof cell === 'string') return text(cell)
  const { digits } = cell
  return digits.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
    ? { value: Number(digits), type: Number }
    : text(digits.replace('.', ','))
}

const pageOf = ({ name, header, rows }: Sheet) => ({
  sheet: name,
  data: [
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...Array.from(rows, (row) => row.map(cellOf)),
  ],
  stickyRowsCount: 1,
  columns: header.map((title) => ({ width: wide.get(title) ?? 16 })),
})

export const workbook = (sheets: readonly Sheet[]): Promise<Uint8Array> =>
  writeExcelFile(sheets.map(pageOf)).toBuffer()

// Runs in a worker thread, so that queries do not wait.
parentPort?.postMessage(await workbook(workerData as readonly Sheet[]))
