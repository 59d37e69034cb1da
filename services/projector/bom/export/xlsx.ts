import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { refused } from '#kernel/refused.ts'
import type { Cell, Sheet } from './sheet.ts'
import type { Workbook, XlsxCell } from './workbook.ts'

/** A large workbook takes some hundred MB while it is made: one at a time, and so many may wait. */
const limit = pLimit(1)
const mostWaiting = 8

export const xlsxOf = (sheet: Sheet): Promise<Uint8Array> => {
  if (limit.pendingCount >= mostWaiting)
    throw refused('TOO_MANY_REQUESTS', 'Mange eksporter er i gang. Prøv igjen om litt.')
  const { name, header } = sheet
  const workbook: Workbook = { name, header, rows: xlsxRows(sheet) }
  return limit(() => inThread(workbook))
}

const inThread = (workbook: Workbook): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook.ts', import.meta.url), { workerData: workbook })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The workbook's thread ended with ${code}`)))
  })

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
