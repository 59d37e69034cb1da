import { Readable } from 'node:stream'
import { z } from 'zod'
import { bomViews, type BomView } from '#contracts/assembly/bom.ts'
import { byId } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { thenQuery } from '../../kernel/as-of.ts'
import { sendPacked } from '../../kernel/list-answer.ts'
import { existingAssembly } from '../answer.ts'
import { below } from '../past/scope.ts'
import type { FindModel } from '../past/find-model.ts'
import { sheetFormat, sheetFormats, sheetHeaders, xlsxOf } from '../../export/send-sheet.ts'
import { csvOf } from '../../export/sheet.ts'
import { compareExport } from './compare-route.ts'
import { sheets } from './sheets.ts'

const viewNames: Record<BomView, string> = {
  flat: 'eksplodert',
  hierarchy: 'hierarki',
  summary: 'sammendrag',
}

export const exportRoutes = (app: App, findModel: FindModel): void => {
  compareExport(app, findModel)
  app.get(
    '/api/assemblytypes/:id/export',
    {
      config: { needs: 'export' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Last ned en stykkliste',
        description: `CSV er slik norsk Excel leser den (semikolon, desimalkomma), inntil ${sheetFormats.csv.most} linjer; XLSX inntil ${sheetFormats.xlsx.most}. Utelates linjer, står antallet i siste rad.`,
        params: byId,
        querystring: z.object({
          view: z.enum(bomViews).default('flat'),
          format: sheetFormat,
          ...thenQuery,
        }),
      },
    },
    async (request, reply) => {
      const { view, format, asOf } = request.query
      const { model } = (await findModel(request, below(request)))()
      const root = existingAssembly(model, request.params.id)
      const sheet = sheets[view](model, root, sheetFormats[format].most)
      const { description } = model.item('subassembly', root).identity
      const name = `stykkliste ${description.slice(0, 80)} ${viewNames[view]}${asOf ? ` per ${asOf}` : ''}`
      void reply.headers(sheetHeaders(name, format))
      return format === 'csv'
        ? sendPacked(request, reply, Readable.from(csvOf(sheet)))
        : reply.send(await xlsxOf(sheet))
    },
  )
}
