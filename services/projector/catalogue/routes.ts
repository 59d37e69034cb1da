import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import { recordSchema } from '#contracts/records.ts'
import { etagOf } from '../../kernel/headers.ts'
import { failureSchema } from '../../kernel/openapi.ts'
import { byId, byUuid } from '../../kernel/params.ts'
import { refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import { listCache, type ListCache } from '../kernel/list-cache.ts'
import type { Reading } from '../kernel/queries.ts'
import { idType } from './columns.ts'
import { isShort, pageOf } from './page.ts'
import { listOf, recordOf, type ListMoment } from './records.ts'
import { isUnchanged, listHead, listTag, sendKept, sendStream, sendText } from './list-answer.ts'
import { listQuery, type ListQuery } from './list-query.ts'
import { listState } from './list-state.ts'

const collection = (app: App, entity: Entity, reading: Reading, kept: ListCache) => {
  const { pool, lists, version } = reading
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
        data: z.array(recordSchema(entity)),
      }),
    },
  }
  app.get(`/api/${entity.name}`, { config: { needs: 'read' }, schema }, async (request, reply) => {
    // Parsed by the schema above, which the compiler cannot see through its computed keys.
    const query = request.query as ListQuery
    const sendPage = async () => {
      const { before, body } = await pageOf(pool, entity, query)
      const { state, total } = before
      listHead(reply, { tag: listTag(version, state.position), total })
      return sendText(request, reply, body)
    }
    const isNew = request.method === 'GET' && request.headers['if-none-match'] === undefined
    if (isShort(query) && isNew) return sendPage()

    const { position, count } = await listState(pool, entity.name)
    const tag = listTag(version, position)
    if (isUnchanged(request, tag)) return listHead(reply, { tag }).code(304).send()
    if (request.method === 'HEAD') return listHead(reply, { tag, total: count }).send()
    if (isShort(query)) return sendPage()

    const isWhole = Object.keys(query).length === 0
    const known = isWhole ? kept.get(entity.name, tag) : undefined
    if (known) return sendKept(request, listHead(reply, { tag, total: count }), known)
    const keep = ({ state }: ListMoment, body: Buffer) =>
      kept.set(entity.name, listTag(version, state.position), body)
    const read = await listOf(lists, entity, query, isWhole ? keep : undefined)
    const { state, total } = read.before
    listHead(reply, { tag: listTag(version, state.position), total })
    return sendStream(request, reply, read.body)
  })
}

const single = (app: App, entity: Entity, { pool }: Reading) => {
  const schema = {
    tags: [entity.name],
    summary: `Hent ${entity.noun.the}`,
    description: '`ETag` er versjonen, som `If-Match` på PUT og DELETE kan vise til.',
    params: idType(entity) === 'uuid' ? byUuid : byId,
    response: {
      200: z.object({ success: z.literal(true), data: recordSchema(entity) }),
      404: failureSchema,
    },
  }
  app.get(
    `/api/${entity.name}/:id`,
    { config: { needs: 'read' }, schema },
    async (request, reply) => {
      const found = await recordOf(pool, entity, request.params.id)
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
  (entities: readonly Entity[], reading: Reading) =>
  (app: App): void => {
    const kept = listCache()
    for (const entity of entities) {
      collection(app, entity, reading, kept)
      single(app, entity, reading)
    }
  }
