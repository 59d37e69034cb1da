import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { count } from '#contracts/counted.ts'
import { dispositionOf } from '#kernel/headers.ts'
import { enqueue } from '#kernel/queues.ts'
import { sendPacked } from '../kernel/list-answer.ts'
import { csvOf, type Row, type Sheet } from './sheet.ts'

export const sheetFormats = {
  csv: { most: 500_000, type: 'text/csv; charset=utf-8' },
  // Unlike CSV, a workbook is built in memory.
  xlsx: {
    most: 30_000,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

/** For the documentation of a route. */
export const sheetTypes = Object.values(sheetFormats).map(({ type }) => type.split(';')[0]!)

export const sheetFormat = z.enum(['csv', 'xlsx']).default('csv')
type SheetFormat = z.output<typeof sheetFormat>

export const sheetHeaders = (name: string, format: SheetFormat) => ({
  'content-type': sheetFormats[format].type,
  'content-disposition': dispositionOf(`${name}.${format}`),
  'cache-control': 'private, no-store',
})

/** At most as many rows as a workbook holds; the last says what is left out. */
export const shortened = (rows: readonly Row[], what: string): readonly Row[] => {
  const { most } = sheetFormats.xlsx
  const note = [`… Bare de ${count(most)} ${what} er tatt med i denne filen`]
  return rows.length > most ? [...rows.slice(0, most), note] : rows
}

/** A large workbook takes some hundred MB, so one is built at a time. */
const limit = pLimit(1)
const mostWaiting = 8
const tooMany = 'Mange eksporter er i gang. Prøv igjen om litt.'

export const xlsxOf = async (...sheets: readonly Sheet[]): Promise<Buffer> => {
  const build = () =>
    new Promise<Uint8Array>((resolve, reject) => {
      const workerData = sheets.map((sheet) => ({ ...sheet, rows: [...sheet.rows] }))
      const worker = new Worker(new URL('./workbook.ts', import.meta.url), { workerData })
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`The workbook's thread ended with ${code}`)))
    })
  return Buffer.from(await enqueue(limit, mostWaiting, build, tooMany))
}

/** Sends the file. CSV contains only the first sheet. */
export const sendSheets = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format }: { readonly name: string; readonly format: SheetFormat },
  ...sheets: readonly [Sheet, ...Sheet[]]
) => {
  const headers = sheetHeaders(name, format)
  if (format === 'csv')
    return sendPacked(request, reply.headers(headers), Readable.from(csvOf(sheets[0])))
  const file = await xlsxOf(...sheets)
  return reply.headers(headers).send(file)
}
