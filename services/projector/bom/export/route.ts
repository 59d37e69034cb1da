import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { z } from 'zod'
import { bomViews, type BomView } from '#contracts/assembly/bom.ts'
import { byId } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { sendPacked } from '../../kernel/list-answer.ts'
import { asOf } from '../../kernel/as-of.ts'
import { existingAssembly } from '../answer.ts'
import { below } from '../past/extent.ts'
import type { FindModel } from '../past/find-model.ts'
import { csvOf, type Sheet } from './sheet.ts'
import { sheets } from './sheets.ts'

const formats = {
  csv: { most: 500_000, type: 'text/csv; charset=utf-8' },
  // A workbook is made in memory, unlike a CSV file.
  xlsx: {
    most: 30_000,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

const viewNames: Record<BomView, string> = {
  flat: 'eksplodert',
  hierarchy: 'hierarki',
  summary: 'sammendrag',
}

const disposition = (name: string) => {
  const plain = name.normalize('NFKD').replaceAll(/[^\w. -]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** A large workbook takes some hundred MB while it is made: one at a time, and so many may wait. */
const limit = pLimit(1)
const mostWaiting = 8

const xlsxOf = (sheet: Sheet): Promise<Uint8Array> => {
  if (limit.pendingCount >= mostWaiting)
    throw refused('TOO_MANY_REQUESTS', 'Mange eksporter er i gang. Prøv igjen om litt.')
  const workerData = { ...sheet, rows: [...sheet.rows] }
  return limit(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./workbook.ts', import.meta.url), { workerData })
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`The workbook's thread ended with ${code}`)))
      }),
  )
}

export const exportRoutes = (app: App, findModel: FindModel): void => {
  app.get(
    '/api/assemblytypes/:id/export',
    {
      config: { needs: 'export' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Last ned en stykkliste',
        description: `CSV er slik norsk Excel leser den (semikolon, desimalkomma), inntil ${formats.csv.most} linjer; XLSX inntil ${formats.xlsx.most}. Utelates linjer, står antallet i siste rad.`,
        params: byId,
        querystring: z.object({
          view: z.enum(bomViews).default('flat'),
          format: z.enum(['csv', 'xlsx']).default('csv'),
          asOf,
        }),
      },
    },
    async (request, reply) => {
      const { view, format } = request.query
      const { model } = (await findModel(request, below(request)))()
      const root = existingAssembly(model, request.params.id)
      const { most, type } = formats[format]
      const sheet = sheets[view](model, root, most)
      const { description } = model.item('subassembly', root).identity
      const name = `stykkliste ${description.slice(0, 80)} ${viewNames[view]}.${format}`
      void reply.headers({
        'content-type': type,
        'content-disposition': disposition(name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')),
        'cache-control': 'private, no-store',
      })
      return format === 'csv'
        ? sendPacked(request, reply, Readable.from(csvOf(sheet)))
        : reply.send(Buffer.from(await xlsxOf(sheet)))
    },
  )
}
