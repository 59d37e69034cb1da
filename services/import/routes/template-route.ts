import { z } from 'zod'
import { template } from '../csv/header-row.ts'
import type { App } from '#kernel/types.ts'
import { byImportable, importableIn, tags } from '../importable.ts'

export const templateRoute = (app: App): void => {
  app.get(
    '/api/csv-import/:entity/template',
    {
      config: { needs: 'read' },
      schema: {
        params: byImportable,
        querystring: z.object({ separator: z.enum(['comma', 'semicolon']).default('comma') }),
        tags,
        summary: 'Mal for en CSV-fil',
      },
    },
    async (request, reply) => {
      const entity = importableIn(request.params)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${entity.csv!.template}"`)
        .send(template(entity, request.query.separator === 'comma' ? ',' : ';'))
    },
  )
}
