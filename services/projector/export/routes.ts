import { sql } from 'slonik'
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
import { sendPacked } from '../kernel/list-answer.ts'
import type { ListCosts } from '../catalogue/list-costs.ts'
import { listQuery, type ListQuery } from '../catalogue/list-query.ts'
import type { Reading } from '../kernel/queries.ts'
import { streamRows } from '../kernel/stream.ts'
import { listExport } from './list-route.ts'
import { answersWithOffers, dayAsked } from './with-offers.ts'

/** As a Norwegian Excel opens it in columns; or as the specification's templates are. */
const forms = {
  semicolon: { mark: byteOrderMark, delimiter: ';', decimal: ',' },
  comma: { mark: '', delimiter: ',', decimal: '.' },
} as const

const separator = z
  .enum(['semicolon', 'comma'])
  .default('semicolon')
  .describe('Semikolon og desimalkomma, som norsk Excel; eller komma og desimalpunktum')
  .meta({ examples: ['semicolon'] })

export const exportRoutes = (app: App, reading: Reading, costs: ListCosts): void => {
  for (const entity of entities) {
    listExport(app, entity, reading, costs)
    const { many } = entity.noun
    const schema = {
      tags: [entity.name],
      summary: `Last ned ${many} som CSV`,
      description: `Hele lista, eller det et søk finner. Filen kan importeres igjen.`,
      querystring: listQuery(entity).omit({ limit: true, offset: true }).extend({ separator }),
    }
    app.get(
      `/api/${entity.name}/export.csv`,
      { config: { needs: 'export' }, schema },
      async (request, reply) => {
        const query = request.query as ListQuery & { separator: keyof typeof forms }
        const { mark, delimiter, decimal } = forms[query.separator]
        const answers = await answersWithOffers(reading, request, entity, costs)
        const body = await streamRows(reading.lists, sql.unsafe`${answers()}`, {
          head: mark + headingLine(exportHeadings(entity), delimiter),
          separator: '',
          tail: '',
          textOf: (text) =>
            exportRows(entity, JSON.parse(text) as AnsweredRecord, decimal)
              .map((cells) => csvLine(cells, delimiter))
              .join(''),
        })
        const name = `${many}_${dayAsked(query)}.csv`
        void reply.headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${entity.name}.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
          'cache-control': 'private, no-store',
        })
        return sendPacked(request, reply, body)
      },
    )
  }
}
