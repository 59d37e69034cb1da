import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { historyItem, journalItem, recordedEvent } from '#contracts/history.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { byIdOf } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { newestEntries } from './entries.ts'
import { journalFilter, recordRows } from './journal-rows.ts'
import { historyItems, journalItems } from './items.ts'
import { onePage, page, position } from './pages.ts'
import { filterChoices } from './filter-choices.ts'

const tags = ['journal']

const journal = (app: App, context: QueryContext) => {
  const schema = {
    tags,
    summary: 'Endringsloggen',
    description:
      'Hver endring i hendelsesloggen, nyeste først, med en setning om den. Med `entity` og `id` også det som skjedde med posten fordi en annen ble slettet. `kind` er hendelsens type. `X-Next-Before` er med så lenge det er flere.',
    querystring: journalFilter.extend(page.shape),
    response: { 200: successSchema(z.array(journalItem)) },
  }
  const config = { needs: 'audit', answers: ['x-next-before'] } as const
  app.get('/api/journal', { config, schema }, async (request, reply) => {
    const { limit, before, ...filter } = request.query
    const items = await journalItems(context, filter, before, limit + 1)
    return success(onePage(reply, items, limit))
  })
}

const place = z.object({ stream: z.string(), revision: z.bigint() })

const storedEvent = (app: App, { pool, log }: QueryContext) => {
  const schema = {
    tags,
    summary: 'Hendelsen bak en endring',
    description: 'Slik den ligger i hendelsesloggen. Personopplysninger er forseglet.',
    params: z.object({ position: position.meta({ examples: ['100'] }) }),
    response: { 200: successSchema(z.object({ event: recordedEvent })), 404: failureSchema },
  }
  app.get('/api/journal/:position', { config: { needs: 'audit' }, schema }, async (request) => {
    const found = await pool.maybeOne(sql.type(place)`
      select stream, revision from journal
      where position = ${request.params.position}::bigint and own`)
    const [event] = found ? await log.read(found.stream, found.revision, 1) : []
    if (!event) throw refused('NOT_FOUND')
    const { writtenAt, ...rest } = event
    const { revision, position } = event
    const recorded = {
      revision: String(revision),
      position: String(position),
      recordedAt: writtenAt,
    }
    return success({ event: { ...rest, ...recorded } })
  })
}

const historyOf = (app: App, entity: Entity, context: QueryContext) => {
  const schema = {
    tags: [entity.name],
    summary: `Historikken til ${entity.noun.the}`,
    description:
      'Hver endring, nyeste først, også av det som er slettet: hvem, når, på hvilken måte, og fra hva til hva. `X-Next-Before` er med så lenge det er flere.',
    params: byIdOf(entity),
    querystring: page,
    response: { 200: successSchema(z.array(historyItem)), 404: failureSchema },
  }
  app.get(
    `/api/${entity.name}/:id/history`,
    { config: { needs: 'history', answers: ['x-next-before'] }, schema },
    async (request, reply) => {
      const { limit, before } = request.query
      const ofRecord = recordRows(entity, request.params.id)
      const rows = before ? sql.fragment`${ofRecord} and position < ${before}::bigint` : ofRecord
      const found = await newestEntries(context, rows, limit + 1)
      if (found.length === 0 && !(await context.pool.exists(sql.unsafe`${ofRecord}`)))
        throw refused('NOT_FOUND')
      return success(await historyItems(context.pool, onePage(reply, found, limit)))
    },
  )
}

export const journalRoutes = (app: App, context: QueryContext): void => {
  for (const entity of entities) historyOf(app, entity, context)
  journal(app, context)
  filterChoices(app, context)
  storedEvent(app, context)
}
