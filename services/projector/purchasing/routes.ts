import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { purchasing, type Purchasing } from '#contracts/purchasing/answer.ts'
import { parseAssemblyTimes, mostAssemblies } from '#contracts/purchasing/assembly-times.ts'
import { beginningOf } from '#contracts/text.ts'
import { successSchema } from '#kernel/openapi.ts'
import { answerWithRoom } from '#kernel/response-backpressure.ts'
import type { App } from '#kernel/types.ts'
import type { FindModel } from '../bom/past/find-model.ts'
import { sourceOf } from '../catalogue/source.ts'
import { sendSheets, sheetFormat, sheetFormats, sheetTypes } from '../export/send-sheet.ts'
import { pointInTimeQuery, thenText } from '../kernel/as-of.ts'
import { jsonHeaders, sendPacked } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { readDetails } from './offers.ts'
import { neededOf } from './parts.ts'
import { purchasingOf } from './purchases.ts'
import { mostSheets, oneSheet, sheetsBySupplier } from './sheets.ts'

const wrong = `Skal være en id, eller id og antall som i 110:2, inntil ${mostAssemblies} ganger`

const querystring = z.object({
  assembly: z
    .union([z.string(), z.array(z.string()).max(mostAssemblies)], wrong)
    .describe('En sammenstilling, og hvor mange av den; kan gjentas')
    .meta({ examples: ['1:2'] })
    .transform((given) => [given].flat())
    .refine((texts) => texts.every((text) => parseAssemblyTimes(text) !== null), wrong),
  ...pointInTimeQuery,
})
type PurchasingRequest = { readonly query: z.output<typeof querystring> }

type Context = Pick<QueryContext, 'pool'> & { readonly findModel: FindModel }

const read = async (
  { pool, findModel }: Context,
  request: Pick<FastifyRequest, 'user'> & PurchasingRequest,
): Promise<Purchasing> => {
  const { assembly, ...then } = request.query
  const chosen = assembly.map((text) => parseAssemblyTimes(text)!)
  const scope = { what: 'below', ids: chosen.map(({ id }) => id) } as const
  const find = await findModel(request, { ...then, scope })
  const source = await sourceOf(pool, request)
  const needed = neededOf(find().model, chosen)
  return purchasingOf(needed, await readDetails(pool, source, needed.parts))
}

const listRoute = (app: App, context: Context): void => {
  app.get(
    '/api/purchasing',
    {
      config: { needs: 'read' },
      schema: {
        tags: ['purchasing'],
        summary: 'Innkjøpsliste',
        description:
          'Delene i én eller flere sammenstillinger, ganger antallet, etter leverandør. Én sum per valuta for hver leverandør og for alt.',
        querystring,
        response: { 200: successSchema(purchasing) },
      },
    },
    async (request, reply) => {
      const data = await read(context, request)
      void reply.headers(jsonHeaders)
      return answerWithRoom(() => sendPacked(request, reply, JSON.stringify(success(data))))
    },
  )
}

const exportRoute = (app: App, context: Context): void => {
  const { csv, xlsx } = sheetFormats
  app.get(
    '/api/purchasing/export',
    {
      config: { needs: 'export' },
      schema: {
        tags: ['purchasing'],
        summary: 'Last ned en innkjøpsliste',
        description: `XLSX har en oversikt og ett ark per leverandør (ett for alle hvis de er flere enn ${mostSheets}), inntil ${xlsx.most} linjer; CSV har alt i én tabell, inntil ${csv.most}. Det som mangler pris eller leverandør, står øverst.`,
        querystring: querystring.extend({ format: sheetFormat }),
        produces: sheetTypes,
      },
    },
    async (request, reply) => {
      const { format } = request.query
      const list = await read(context, request)
      const [first, ...others] = list.assemblies.map(({ name }) => beginningOf(name, 80))
      const more = others.length > 0 ? ` og ${others.length} til` : ''
      const name = `innkjøpsliste ${first}${more}${thenText(request.query)}`
      const sheets =
        format === 'csv' ? ([oneSheet(list, csv.most)] as const) : sheetsBySupplier(list, xlsx.most)
      return sendSheets(request, reply, { name, format }, ...sheets)
    },
  )
}

export const purchasingRoutes = (app: App, context: Context): void => {
  listRoute(app, context)
  exportRoute(app, context)
}
