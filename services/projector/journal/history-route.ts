import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { historyItem } from '#contracts/history.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byId, byUuid } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { idType } from '../catalogue/columns.ts'
import type { Reading } from '../kernel/queries.ts'
import { newestEntries } from './entries.ts'
import { historyItemOf } from './items.ts'
import { onePage, page } from './pages.ts'

const historyOf = (app: App, entity: Entity, reading: Reading) => {
  const schema = {
    tags: [entity.name],
    summary: `Historikken til ${entity.noun.the}`,
    description:
      'Hver endring, nyeste først, også av det som er slettet: hvem, når, på hvilken måte, og fra hva til hva. `X-Next-Before` er med så lenge det er flere.',
    params: idType(entity) === 'uuid' ? byUuid : byId,
    querystring: page,
    response: { 200: successSchema(z.array(historyItem)), 404: failureSchema },
  }
  app.get(
    `/api/${entity.name}/:id/history`,
    { config: { needs: 'history' }, schema },
    async (request, reply) => {
      const { limit, before } = request.query
      const ofRecord = sql.fragment`
        select * from journal where entity = ${entity.name} and id = ${String(request.params.id)}`
      const rows = before ? sql.fragment`${ofRecord} and position < ${before}::bigint` : ofRecord
      const found = await newestEntries(reading, rows, limit + 1)
      if (found.length === 0 && !(await reading.pool.exists(sql.unsafe`${ofRecord}`)))
        throw refused('NOT_FOUND')
      return success(onePage(reply, found, limit).map(historyItemOf))
    },
  )
}

export const historyRoutes = (app: App, reading: Reading): void => {
  for (const entity of entities) historyOf(app, entity, reading)
}
