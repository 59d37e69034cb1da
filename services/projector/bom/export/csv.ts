import type { Cell, Sheet } from './sheet.ts'

/** What a spreadsheet would take for a formula is made a text by an apostrophe, as OWASP advises. */
const defused = (text: string) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(defused(cell))
  return 'number' in cell ? String(cell.number) : cell.decimal.replace('.', ',')
}

const line = (cells: readonly Cell[]) => `${cells.map(cellText).join(';')}\r\n`

/** As Excel in Norwegian reads it without asking: UTF-8 with a byte order mark, semicolon, decimal comma. */
export function* csvOf({ header, rows }: Sheet): Generator<string> {
  yield `\ufeff${line(header)}`
  for (const row of rows) yield line(row)
}
