import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import { etagOf } from '../../kernel/headers.ts'
import { byId, byUuid } from '../../kernel/params.ts'
import { refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import type { Parts } from './catalogue.ts'
import { idType } from './columns.ts'
import { listOf, recordOf } from './records.ts'
import { allowPast, isUnchanged, listTag, sendList } from './list-answer.ts'
import { asOf, listQuery, type ListQuery } from './list-query.ts'
import { listState } from './list-state.ts'
import { recordSchema } from './record-schema.ts'

const collection = (app: App, entity: Entity, { pool, version }: Reading, parts: Parts) => {
  const { noun } = entity
  const schema = {
    tags: [entity.name],
    summary: `Alle ${noun.many}`,
    description:
      'Hele lista, eller med søk, sortering og sider. `X-Total-Count` er antallet uten `limit` og `offset`.',
    querystring: listQuery(entity),
    response: {
      200: z.object({
        success: z.literal(true),
        data: z.array(recordSchema(entity, parts[entity.name])),
      }),
    },
  }
  app.get(`/api/${entity.name}`, { config: { needs: 'read' }, schema }, async (request, reply) => {
    // Parsed by the schema above, which the compiler cannot see through its computed keys.
    const query = request.query as ListQuery
    allowPast(request, query.asOf)
    const known = await listState(pool, entity.name)
    const tag = listTag(version, known.position)
    if (isUnchanged(request, tag)) return sendList(reply, { tag }).code(304).send()
    if (request.method === 'HEAD') return sendList(reply, { tag, total: known.count }).send()
    const { before, body } = await listOf(pool, entity, query, parts[entity.name])
    const read = { tag: listTag(version, before.state.position), total: before.total }
    return sendList(reply, read).send(body)
  })
}

const single = (app: App, entity: Entity, { pool }: Reading, parts: Parts) => {
  const schema = {
    tags: [entity.name],
    summary: `Én ${entity.noun.one}`,
    description: '`ETag` er versjonen, som `If-Match` på PUT og DELETE kan vise til.',
    params: idType(entity) === 'uuid' ? byUuid : byId,
    querystring: z.object({ ...(entity.priced && { asOf }) }),
    response: {
      200: z.object({ success: z.literal(true), data: recordSchema(entity, parts[entity.name]) }),
    },
  }
  app.get(
    `/api/${entity.name}/:id`,
    { config: { needs: 'read' }, schema },
    async (request, reply) => {
      const at = (request.query as ListQuery).asOf
      allowPast(request, at)
      const found = await recordOf(pool, entity, request.params.id, at, parts[entity.name])
      if (!found) throw refused('NOT_FOUND')
      return reply
        .headers({
          etag: etagOf(found.version),
          'cache-control': 'private, no-cache',
          'content-type': 'application/json; charset=utf-8',
        })
        .send(`{"success":true,"data":${found.answer}}`)
    },
  )
}

export const catalogueRoutes =
  (entities: readonly Entity[], reading: Reading, parts: Parts = {}) =>
  (app: App): void => {
    for (const entity of entities) {
      collection(app, entity, reading, parts)
      single(app, entity, reading, parts)
    }
  }
