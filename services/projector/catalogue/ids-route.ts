import { sql } from 'slonik'
import { z } from 'zod'
import { bulkKeys, mostSelected } from '#contracts/bulk-fields.ts'
import type { Entity } from '#contracts/entity.ts'
import { successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeOf } from '../kernel/as-of.ts'
import type { Reading } from '../kernel/queries.ts'
import { joinsOf } from './answer.ts'
import { table } from './columns.ts'
import { costsAsked, type ListCosts } from './list-costs.ts'
import { listQuery, matching, type ListQuery } from './list-query.ts'
import { sourceAt } from './source.ts'

const idRow = z.object({ id: z.number() })
const tooMany = `Det er flere enn ${mostSelected.toLocaleString('nb-NO')} treff. Søk etter færre.`

/** The ids of all that a list would show: what many are changed or deleted by. */
export const idsRoute = (app: App, entity: Entity, { pool }: Reading, costs: ListCosts): void => {
  if (bulkKeys(entity).length === 0) return
  const schema = {
    tags: [entity.name],
    summary: `Id-ene til ${entity.noun.many} som passer, for å endre eller slette dem samlet`,
    querystring: listQuery(entity).omit({ sort: true, order: true, limit: true, offset: true }),
    response: { 200: successSchema(z.array(z.int())) },
  }
  app.get(`/api/${entity.name}/ids`, { config: { needs: 'read' }, schema }, async (request) => {
    const source = sourceAt(await pointInTimeOf(pool, request))
    const query = request.query as ListQuery
    const asked = await costsAsked(costs, request, entity, query)
    const where = matching(source, entity, query, asked)
    const data = await pool.anyFirst(sql.type(idRow)`
      ${source.tables} select r.id from ${table(entity)} r ${joinsOf(entity)} ${where}
      order by r.id limit ${mostSelected + 1}`)
    if (data.length > mostSelected) throw refused('LIMIT', tooMany)
    return { success: true, data }
  })
}
