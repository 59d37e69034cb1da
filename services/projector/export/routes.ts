import { sql } from 'slonik'
import { osloDay } from '#contracts/days.ts'
import { z } from 'zod'
import {
  exportRows,
  exportHeadings,
  byteOrderMark,
  csvLine,
  headingLine,
  type AnsweredRecord,
} from '#contracts/csv/write.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { App } from '#kernel/types.ts'
import type { Entity } from '#contracts/entity.ts'
import { listColumns } from '#contracts/list/columns.ts'
import { capitalized } from '#contracts/text.ts'
import { sendPacked } from '../kernel/list-answer.ts'
import type { ListCosts } from '../catalogue/list-costs.ts'
import { listQuery, type ListQuery } from '../catalogue/list-query.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { streamRows } from '../kernel/stream.ts'
import { answersWithOffers } from '../catalogue/offers.ts'
import { listSheet } from './list-cells.ts'
import {
  sendSheets,
  sheetFormat,
  sheetFormats,
  sheetHeaders,
  sheetTypes,
  shortened,
} from './send-sheet.ts'
import { csvHead, csvRow } from './sheet.ts'

/** The day in a file name, in Norway: the requested one, or today. */
const requestedDay = ({ validOn, asOf }: ListQuery): string => validOn ?? osloDay(asOf)

const { most } = sheetFormats.xlsx
const row = z.object({ answer: z.string() })

const columnsParameter = (entity: Entity) => {
  const key = z.enum(listColumns(entity).map((column) => column.key))
  return z
    .union([key, z.array(key)])
    .transform((keys) => [keys].flat())
    .optional()
    .describe('Kolonnene, i denne rekkefølgen, parameteren én gang for hver; ellers alle')
    .meta({ examples: [entity.title] })
}

/** Exports a list as on screen: same rows, order and columns. */
const listExport = (app: App, entity: Entity, context: QueryContext, costs: ListCosts): void => {
  const { many } = entity.noun
  const schema = {
    tags: [entity.name],
    summary: `Last ned ${many} slik lista vises`,
    description: `Det søk og filtre finner, med valgte kolonner. CSV er slik norsk Excel leser den (semikolon, desimalkomma); XLSX inntil ${most} rader. Utelates noe, står det i siste rad.`,
    querystring: listQuery(entity)
      .omit({ limit: true, offset: true })
      .extend({ format: sheetFormat, columns: columnsParameter(entity) }),
    produces: sheetTypes,
  }
  app.get(
    `/api/${entity.name}/export`,
    { config: { needs: 'export' }, schema },
    async (request, reply) => {
      const query = request.query as ListQuery & {
        format: 'csv' | 'xlsx'
        columns?: readonly string[]
      }
      const all = listColumns(entity)
      const requested = query.columns?.map((key) => all.find((column) => column.key === key)!)
      const { header, rowOf } = listSheet(requested ?? all)
      const answers = await answersWithOffers(context, request, entity, costs)
      const { format } = query
      const name = `${many} ${requestedDay(query)}`
      if (format === 'csv') {
        const body = await streamRows(context.lists, sql.unsafe`${answers()}`, {
          head: csvHead(header),
          textOf: (answer) => csvRow(rowOf(answer)),
        })
        return sendPacked(request, reply.headers(sheetHeaders(name, format)), body)
      }
      const found = await context.pool.anyFirst(sql.type(row)`${answers(most + 1)}`)
      const rows = shortened(found.map(rowOf), 'første')
      return sendSheets(request, reply, { name, format }, { name: capitalized(many), header, rows })
    },
  )
}

/** CSV for a Norwegian Excel, or in the format of the templates. */
const forms = {
  semicolon: { mark: byteOrderMark, delimiter: ';', decimal: ',' },
  comma: { mark: '', delimiter: ',', decimal: '.' },
} as const

const separator = z
  .enum(['semicolon', 'comma'])
  .default('semicolon')
  .describe('Semikolon og desimalkomma, som norsk Excel; eller komma og desimalpunktum')
  .meta({ examples: ['semicolon'] })

const csvExport = (app: App, entity: Entity, context: QueryContext, costs: ListCosts): void => {
  const { many } = entity.noun
  const isImported = entity.csv ? ' Filen kan importeres igjen.' : ''
  const schema = {
    tags: [entity.name],
    summary: `Last ned ${many} som CSV`,
    description: `Hele lista, eller det et søk finner.${isImported}`,
    querystring: listQuery(entity).omit({ limit: true, offset: true }).extend({ separator }),
    produces: ['text/csv'],
  }
  app.get(
    `/api/${entity.name}/export.csv`,
    { config: { needs: 'export' }, schema },
    async (request, reply) => {
      const query = request.query as ListQuery & { separator: keyof typeof forms }
      const { mark, delimiter, decimal } = forms[query.separator]
      const answers = await answersWithOffers(context, request, entity, costs)
      const body = await streamRows(context.lists, sql.unsafe`${answers()}`, {
        head: mark + headingLine(exportHeadings(entity), delimiter),
        textOf: (text) =>
          exportRows(entity, JSON.parse(text) as AnsweredRecord, decimal)
            .map((cells) => csvLine(cells, delimiter))
            .join(''),
      })
      const headers = sheetHeaders(`${many}_${requestedDay(query)}`, 'csv')
      return sendPacked(request, reply.headers(headers), body)
    },
  )
}

export const exportRoutes = (app: App, context: QueryContext, costs: ListCosts): void => {
  for (const entity of entities) {
    listExport(app, entity, context, costs)
    csvExport(app, entity, context, costs)
  }
}
