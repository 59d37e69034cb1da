import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { pricedEntities } from '#contracts/catalogue/index.ts'
import { pricingSchema } from '#contracts/pricing.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { jsonHeaders, listTag, sendList } from '../kernel/list-answer.ts'
import { listState } from '../kernel/list-state.ts'
import { endOf, moment } from '../kernel/moment.ts'
import type { Reading } from '../kernel/queries.ts'
import { streamRows } from '../kernel/stream.ts'
import { pricingAnswer } from './prices.ts'
import { historyRoute } from './history.ts'

const asOf = moment
  .optional()
  .describe('Vis prisene slik de var på dette tidspunktet, eller da denne dagen var slutt')

/** Prices of the past are for those who may see the history of prices. */
const allowPast = ({ user }: FastifyRequest, at: string | undefined): void => {
  if (at !== undefined && !may(user.role, 'history')) throw refused('FORBIDDEN')
}

const answer = sql.type(z.object({ answer: z.string() }))
/** Prices in force: now, or at a moment in the past, also of what has been removed since. */
const pricesAt = (at: string | undefined) =>
  at === undefined
    ? sql.fragment`(select * from price) p`
    : sql.fragment`(
        select * from (
          select distinct on (entity_type, entity_id) * from price_history
          where at <= ${endOf(at)}
          order by entity_type, entity_id, position desc
        ) last
        where not removed
      ) p`

const tags = ['pricing']

const everyPrice = (app: App, { pool, lists, version }: Reading): void => {
  const schema = {
    tags,
    summary: 'Alle priser',
    description: 'Prisene som gjelder nå, eller på et tidspunkt.',
    querystring: z.object({ asOf }),
    response: { 200: successSchema(z.array(pricingSchema)) },
  }
  app.get('/api/pricing', { config: { needs: 'read' }, schema }, async (request, reply) => {
    const { asOf: at } = request.query
    allowPast(request, at)
    const { position, count } = await listState(pool, 'pricing')
    const total = () => (at === undefined ? count : undefined)
    const query = sql.unsafe`
      select ${pricingAnswer}::text as answer from ${pricesAt(at)}
      order by p.entity_type, p.entity_id`
    return sendList(request, reply, { tag: listTag(version, position), total }, () =>
      streamRows(lists, query),
    )
  })
}

const pricingId = z.object({
  id: z
    .string()
    .regex(new RegExp(`^(${pricedEntities.join('|')})-[1-9]\\d{0,8}$`))
    .describe('{entityType}-{entityId}')
    .meta({ examples: ['componenttype-1'] }),
})

const onePrice = (app: App, { pool }: Reading): void => {
  const schema = {
    tags,
    summary: 'Én pris',
    params: pricingId,
    querystring: z.object({ asOf }),
    response: { 200: successSchema(pricingSchema), 404: failureSchema },
  }
  app.get('/api/pricing/:id', { config: { needs: 'read' }, schema }, async (request, reply) => {
    const { asOf: at } = request.query
    allowPast(request, at)
    const [type = '', id = ''] = request.params.id.split('-')
    const found = await pool.maybeOneFirst(answer`
      select ${pricingAnswer}::text as answer from ${pricesAt(at)}
      where p.entity_type = ${type} and p.entity_id = ${Number(id)}`)
    if (found === null) throw refused('NOT_FOUND')
    return reply.headers(jsonHeaders).send(`{"success":true,"data":${found}}`)
  })
}

export const priceRoutes = (app: App, reading: Reading): void => {
  everyPrice(app, reading)
  historyRoute(app, reading)
  onePrice(app, reading)
}
