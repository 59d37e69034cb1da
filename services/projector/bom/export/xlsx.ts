import { Worker } from 'node:worker_threads'
import { refused } from '../../../kernel/refused.ts'
import type { Sheet } from './sheet.ts'
import { workbook, type Workbook } from './workbook.ts'
import { xlsxRows } from './xlsx-cells.ts'

/** More rows than this are written in a thread of their own, so that queries do not wait for them. */
const rowsInline = 500
/** A large workbook takes some hundred MB while it is made: one at a time, and so many may wait. */
const mostWaiting = 8

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

const inThread = (book: Workbook): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-thread.ts', import.meta.url), { workerData: book })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The workbook's thread ended with ${code}`)))
  })

export const xlsxOf = async (sheet: Sheet): Promise<Uint8Array> => {
  const { name, header } = sheet
  if (waiting >= mostWaiting)
    throw refused('TOO_MANY_REQUESTS', 'Mange eksporter er i gang. Prøv igjen om litt.')
  const book = { name, header, rows: xlsxRows(sheet) }
  if (book.rows.length <= rowsInline) return workbook(book)
  waiting++
  const file = last.then(() => inThread(book))
  last = file.catch(() => undefined)
  return file.finally(() => waiting--)
}
