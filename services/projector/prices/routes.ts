import { sql } from 'slonik'
import { z } from 'zod'
import { pricingSchema } from '#contracts/pricing.ts'
import { failureSchema, ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import { byPricingId } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { pointInTimeOf, pointInTimeQuery, type PointInTime } from '../kernel/as-of.ts'
import { entityTag, jsonHeaders, sendTagged } from '../kernel/list-answer.ts'
import { counted, lengthOf } from '../kernel/list-state.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { streamList } from '../kernel/stream.ts'
import { priceAt } from './price-at.ts'
import { pricingAnswer } from './price-answer.ts'
import { historyRoute } from './history.ts'

const answer = sql.type(z.object({ answer: z.string() }))
const pricesAt = (then: PointInTime | null) =>
  then === null ? sql.fragment`price` : sql.fragment`(${priceAt(then)})`

const totalOf = (then: PointInTime | null) =>
  then === null
    ? lengthOf('pricing')
    : sql.fragment`select count(*)::int4 as total from ${pricesAt(then)} p`

const tags = ['pricing']

const everyPrice = (app: App, context: QueryContext): void => {
  const { pool, lists } = context
  const schema = {
    tags,
    summary: 'Alle priser',
    description: 'Prisene som gjelder nå, på en dag eller på et tidspunkt, og den neste av hver.',
    querystring: z.object(pointInTimeQuery),
    headers: ifNoneMatch,
    response: { 200: successSchema(z.array(pricingSchema)) },
  }
  const config = { needs: 'read', answers: ['x-total-count'] } as const
  app.get('/api/pricing', { config, schema }, async (request, reply) => {
    const then = await pointInTimeOf(pool, request)
    const query = sql.unsafe`
      select ${pricingAnswer}::text as answer from ${pricesAt(then)} p
      order by p.entity_type, p.entity_id`
    const tag = await entityTag(context, 'pricing', then)
    const counting = totalOf(then)
    const total = () => pool.oneFirst(sql.type(counted)`${counting}`)
    return sendTagged(request, reply, { tag, total }, () => streamList(lists, counting, query))
  })
}

const onePrice = (app: App, { pool }: QueryContext): void => {
  const schema = {
    tags,
    summary: 'Én pris',
    params: byPricingId,
    querystring: z.object(pointInTimeQuery),
    response: { 200: successSchema(pricingSchema), 404: failureSchema },
  }
  app.get('/api/pricing/:id', { config: { needs: 'read' }, schema }, async (request, reply) => {
    const then = await pointInTimeOf(pool, request)
    const { entityType, entityId } = request.params.id
    const found = await pool.maybeOneFirst(answer`
      select ${pricingAnswer}::text as answer from ${pricesAt(then)} p
      where p.entity_type = ${entityType} and p.entity_id = ${entityId}`)
    if (found === null) throw refused('NOT_FOUND')
    return reply.headers(jsonHeaders).send(`{"success":true,"data":${found}}`)
  })
}

export const priceRoutes = (app: App, context: QueryContext): void => {
  everyPrice(app, context)
  historyRoute(app, context)
  onePrice(app, context)
}
