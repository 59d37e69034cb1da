import { Readable } from 'node:stream'
import type { App } from '#kernel/types.ts'
import { sheetFormat, sheetFormats, sheetHeaders, xlsxOf } from '../../export/send-sheet.ts'
import { csvOf } from '../../export/sheet.ts'
import { sendPacked } from '../../kernel/list-answer.ts'
import type { FindModel } from '../past/find-model.ts'
import {
  comparedAnswer,
  comparedModels,
  comparedParams,
  comparedQuery,
} from '../queries/compare.ts'
import { comparisonSheet } from './comparison-sheet.ts'

export const compareExport = (app: App, findModel: FindModel): void => {
  app.get(
    '/api/assemblytypes/:a/compare/:b/export',
    {
      config: { needs: 'export' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Last ned en sammenligning',
        params: comparedParams,
        querystring: comparedQuery.extend({ format: sheetFormat }),
      },
    },
    async (request, reply) => {
      const asked = comparedModels(request)
      const found = await Promise.all(asked.map((one) => findModel(request, one)))
      const [before, after] = found.map((find) => find().model)
      const comparison = comparedAnswer(request, before!, after!)
      const { format, asOf, otherAsOf } = request.query
      const side = (name: string, then: string | undefined) =>
        `${name.slice(0, 50)} ${then ? `per ${then}` : 'i dag'}`
      const [from, to] = [side(comparison.a.name, asOf), side(comparison.b.name, otherAsOf)]
      const sheet = comparisonSheet(comparison, sheetFormats[format].most)
      void reply.headers(sheetHeaders(`sammenligning fra ${from} til ${to}`, format))
      return format === 'csv'
        ? sendPacked(request, reply, Readable.from(csvOf(sheet)))
        : reply.send(await xlsxOf(sheet))
    },
  )
}
