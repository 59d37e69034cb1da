import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { historyItem, type HistoryItem } from '#contracts/history.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byId, byUuid } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { idType } from '../catalogue/columns.ts'
import type { Reading } from '../kernel/queries.ts'
import { changesIn } from './changes.ts'
import { newestEntries, type Entry } from './entries.ts'
import { onePage, page } from './pages.ts'

const itemOf = (entry: Entry): HistoryItem => {
  const { position, at, recordedAt, user, via, reason } = entry
  return { position, at, recordedAt, user, via, reason, changes: changesIn(entry) }
}

const historyOf = (app: App, entity: Entity, { pool }: Reading) => {
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
      const isOfRecord = sql.fragment`entity = ${entity.name} and id = ${String(request.params.id)}`
      const isBefore = before
        ? sql.fragment`${isOfRecord} and position < ${before}::bigint`
        : isOfRecord
      const found = await newestEntries(pool, isBefore, limit + 1)
      const isKnown = sql.unsafe`select from journal where ${isOfRecord}`
      if (found.length === 0 && !(await pool.exists(isKnown))) throw refused('NOT_FOUND')
      return success(onePage(reply, found, limit).map(itemOf))
    },
  )
}

export const historyRoutes = (app: App, reading: Reading): void => {
  for (const entity of entities) historyOf(app, entity, reading)
}
