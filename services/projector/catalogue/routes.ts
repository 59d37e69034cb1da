import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { recordSchema } from '#contracts/records.ts'
import { etagOf } from '#kernel/headers.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byIdOf } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeQuery } from '../kernel/as-of.ts'
import { jsonHeaders } from '../kernel/list-answer.ts'
import type { RecordId } from '../kernel/projection.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { idType, isAssembly, table } from './columns.ts'
import { idsRoute, listRoute } from './list-route.ts'
import type { ListCosts } from './list-costs.ts'
import { isPresent, sourceOf, type Source } from './source.ts'
import { valuesRoute } from './values-route.ts'

const own = sql.fragment`version`
const sum = sql.fragment`version + structure_version`
const record = z.object({ answer: z.string(), version: z.bigint().nullable() })

const recordOf = (pool: DatabasePool, source: Source, entity: Entity, id: RecordId) => {
  const { tables, answer } = source
  const one = isPresent(source) ? sql.prepared(`one of ${entity.name}`, record) : sql.type(record)
  return pool.maybeOne(one`
    ${tables} select ${answer(entity)} as answer, ${isAssembly(entity) ? sum : own} as version
    from ${table(entity)} r
    where id = ${id}::${sql.identifier([idType(entity)])}`)
}

const single = (app: App, entity: Entity, { pool }: QueryContext) => {
  const schema = {
    tags: [entity.name],
    summary: `Hent ${entity.noun.the}`,
    description: '`ETag` er versjonen, som `If-Match` på PUT og DELETE kan vise til.',
    params: byIdOf(entity),
    querystring: z.object(pointInTimeQuery),
    response: { 200: successSchema(recordSchema(entity)), 404: failureSchema },
  }
  app.get(
    `/api/${entity.name}/:id`,
    { config: { needs: 'read', answers: ['etag'] }, schema },
    async (request, reply) => {
      const source = await sourceOf(pool, request)
      const found = await recordOf(pool, source, entity, request.params.id)
      if (!found) throw refused('NOT_FOUND')
      if (found.version !== null) void reply.header('etag', etagOf(found.version))
      return reply.headers(jsonHeaders).send(`{"success":true,"data":${found.answer}}`)
    },
  )
}

const countRow = z.object({ list: z.string(), count: z.number() })

/** Record counts, maintained by the projection, so that a dashboard need not fetch lists. */
const counts = (app: App, { pool }: QueryContext) => {
  const names = entities.map(({ name }) => name)
  const schema = {
    tags: ['counts'],
    summary: 'Antall poster av hvert slag',
    querystring: z.object(pointInTimeQuery),
    response: {
      200: successSchema(z.object(Object.fromEntries(names.map((name) => [name, z.int()])))),
    },
  }
  app.get('/api/counts', { config: { needs: 'read' }, schema }, async (request) => {
    const { tables } = await sourceOf(pool, request)
    const rows = await pool.any(
      sql.type(countRow)`${tables} select list, count::int4 as count from list_state`,
    )
    const known = new Map(rows.map(({ list, count }) => [list, count]))
    return success(Object.fromEntries(names.map((name) => [name, known.get(name) ?? 0])))
  })
}

export const catalogueRoutes = (app: App, context: QueryContext, costs: ListCosts): void => {
  for (const entity of entities) {
    listRoute(app, entity, context, costs)
    single(app, entity, context)
    idsRoute(app, entity, context, costs)
    valuesRoute(app, entity, context)
  }
  counts(app, context)
}
