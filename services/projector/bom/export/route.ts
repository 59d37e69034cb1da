import { z } from 'zod'
import { bomViews, viewNames } from '#contracts/assembly/bom.ts'
import { osloDay } from '#contracts/days.ts'
import { beginningOf } from '#contracts/text.ts'
import { byId } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeQuery, thenText, type PointInTimeQuery } from '../../kernel/as-of.ts'
import { existingAssembly } from '../answer.ts'
import type { FindModel } from '../past/find-model.ts'
import { sendSheets, sheetFormat, sheetFormats, sheetTypes } from '../../export/send-sheet.ts'
import {
  comparedAnswer,
  comparedModels,
  comparedParams,
  comparedQuery,
} from '../queries/compare.ts'
import { comparisonSheet } from './comparison-sheet.ts'
import { sheets } from './sheets.ts'

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
          ...pointInTimeQuery,
        }),
        produces: sheetTypes,
      },
    },
    async (request, reply) => {
      const { view, format, ...then } = request.query
      const { id } = request.params
      const find = await findModel(request, { ...then, scope: { what: 'below', ids: [id] } })
      const { model } = find()
      const root = existingAssembly(model, id)
      const sheet = sheets[view](model, root, sheetFormats[format].most)
      const { description } = model.item('subassembly', root).identity
      const name = `stykkliste ${beginningOf(description, 80)} ${viewNames[view].toLowerCase()}${thenText(then)}`
      return sendSheets(request, reply, { name, format }, sheet)
    },
  )
}

const compareExport = (app: App, findModel: FindModel): void => {
  app.get(
    '/api/assemblytypes/:a/compare/:b/export',
    {
      config: { needs: 'export' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Last ned en sammenligning',
        params: comparedParams,
        querystring: comparedQuery.extend({ format: sheetFormat }),
        produces: sheetTypes,
      },
    },
    async (request, reply) => {
      const queries = comparedModels(request)
      const found = await Promise.all(queries.map((one) => findModel(request, one)))
      const [before, after] = found.map((find) => find().model)
      const comparison = comparedAnswer(request, before!, after!)
      const { format, otherAsOf, otherValidOn } = request.query
      const side = (name: string, then: PointInTimeQuery) =>
        `${beginningOf(name, 50)}${then.asOf ? '' : ` i dag ${osloDay()}`}${thenText(then)}`
      const from = side(comparison.a.name, request.query)
      const to = side(comparison.b.name, { asOf: otherAsOf, validOn: otherValidOn })
      const sheet = comparisonSheet(comparison, sheetFormats[format].most)
      const name = `sammenligning fra ${from} til ${to}`
      return sendSheets(request, reply, { name, format }, sheet)
    },
  )
}
