import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { pricedEntities, pricingSchema } from '#contracts/pricing.ts'
import { failureSchema } from '../../kernel/openapi.ts'
import { refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import { isUnchanged, listHead, listTag, sendStream } from '../catalogue/list-answer.ts'
import { listState } from '../catalogue/list-state.ts'
import type { Reading } from '../kernel/queries.ts'
import { instant } from '../kernel/sql.ts'
import { streamList } from '../kernel/stream-list.ts'
import { pricingAnswer } from './pricing-answer.ts'
import { historySchema } from './history-schema.ts'

const asOf = z.iso
  .datetime({ offset: true, error: 'Må være et tidspunkt, som 2026-01-31T12:00:00Z' })
  .optional()
  .describe('Vis prisene slik de var på dette tidspunktet (ISO 8601)')
  .meta({ examples: ['2026-01-31T12:00:00Z'] })

/** Prices of the past are for those who may see the history of prices. */
const allowPast = ({ user }: FastifyRequest, at: string | undefined): void => {
  if (at !== undefined && !may(user.role, 'history')) throw refused('FORBIDDEN')
}

const answer = sql.type(z.object({ answer: z.string() }))
const entityType = z.enum(pricedEntities).meta({ examples: ['componenttype'] })
const entityId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Må være en id')
  .meta({ examples: [1] })
  .transform(Number)
  .meta({ type: 'integer' })

/** Prices in force: now, or at a moment in the past, also of what has been removed since. */
const pricesAt = (at: string | undefined) =>
  at === undefined
    ? sql.fragment`(select * from price) p`
    : sql.fragment`(
        select * from (
          select distinct on (entity_type, entity_id) * from price_history
          where at <= ${at}::timestamptz
          order by entity_type, entity_id, position desc
        ) last
        where not removed
      ) p`

const asJson = (row: string) => sql.fragment`json_build_object(
  'costPrice', trim_scale(${sql.identifier([row, 'cost_price'])}),
  'costPriceCurrency', ${sql.identifier([row, 'cost_price_currency'])},
  'priceFactor', trim_scale(${sql.identifier([row, 'price_factor'])}),
  'listPrice', trim_scale(${sql.identifier([row, 'list_price'])}),
  'salesPrice', trim_scale(${sql.identifier([row, 'sales_price'])}),
  'unit', ${sql.identifier([row, 'unit'])})`

const historyOf = (type: string, id: number) => sql.unsafe`
  select json_build_object(
    'position', h.position::text,
    'eventId', h.event_id,
    'entityType', h.entity_type,
    'entityId', h.entity_id,
    'at', ${instant(sql.fragment`h.at`)},
    'user', h.user_name,
    'from', case when h.previous is not null then ${asJson('before')} end,
    'to', case when not h.removed then ${asJson('h')} end,
    'source', h.source
  )::text as answer
  from price_history h
  left join lateral (
    select b.*, round(b.cost_price * b.price_factor, 4) as sales_price
    from (select
      (h.previous->>'costPrice')::numeric as cost_price,
      h.previous->>'costPriceCurrency' as cost_price_currency,
      (h.previous->>'priceFactor')::numeric as price_factor,
      (h.previous->>'listPrice')::numeric as list_price,
      h.previous->>'unit' as unit) b
  ) before on true
  where h.entity_type = ${type} and h.entity_id = ${id}
  order by h.position`

const dataOf = (data: z.ZodType) => ({ 200: z.object({ success: z.literal(true), data }) })
const tags = ['pricing']
const type = 'application/json; charset=utf-8'

export const priceRoutes =
  ({ pool, lists, version }: Reading) =>
  (app: App): void => {
    app.get(
      '/api/pricing',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Alle priser',
          description: 'Prisene som gjelder nå, eller på et tidspunkt.',
          querystring: z.object({ asOf }),
          response: dataOf(z.array(pricingSchema)),
        },
      },
      async (request, reply) => {
        const { asOf: at } = request.query
        allowPast(request, at)
        const { position, count } = await listState(pool, 'pricing')
        const tag = listTag(version, position)
        if (isUnchanged(request, tag)) return listHead(reply, { tag }).code(304).send()
        const totalOf = (now: number) => (at === undefined ? { total: now } : {})
        if (request.method === 'HEAD') return listHead(reply, { tag, ...totalOf(count) }).send()
        const { before, body } = await streamList(
          lists,
          (tx) => listState(tx, 'pricing'),
          sql.unsafe`
            select ${pricingAnswer}::text as answer from ${pricesAt(at)}
            order by p.entity_type, p.entity_id`,
        )
        return sendStream(
          request,
          listHead(reply, { tag: listTag(version, before.position), ...totalOf(before.count) }),
          body,
        )
      },
    )

    app.get(
      '/api/pricing/history',
      {
        config: { needs: 'history' },
        schema: {
          tags,
          summary: 'Prishistorikk',
          description:
            'Hver pris som er satt eller endret: hvem, når, fra hva og til hva, og fra hvilken prisfil, eldste først.',
          querystring: z.object({ entityType, entityId }),
          response: dataOf(z.array(historySchema)),
        },
      },
      async (request, reply) => {
        const { query } = request
        const { body } = await streamList(
          lists,
          async () => null,
          historyOf(query.entityType, query.entityId),
        )
        void reply.headers({ 'content-type': type, 'cache-control': 'private, no-cache' })
        return sendStream(request, reply, body)
      },
    )

    app.get(
      '/api/pricing/:id',
      {
        config: { needs: 'read' },
        schema: {
          tags,
          summary: 'Én pris',
          params: z.object({
            id: z
              .string()
              .regex(/^(componenttype|motortype|sensortype)-[1-9]\d{0,8}$/)
              .describe('{entityType}-{entityId}')
              .meta({ examples: ['componenttype-1'] }),
          }),
          querystring: z.object({ asOf }),
          response: { ...dataOf(pricingSchema), 404: failureSchema },
        },
      },
      async (request, reply) => {
        const { asOf: at } = request.query
        allowPast(request, at)
        const [entityType = '', entityId = ''] = request.params.id.split('-')
        const found = await pool.maybeOneFirst(answer`
          select ${pricingAnswer}::text as answer from ${pricesAt(at)}
          where p.entity_type = ${entityType} and p.entity_id = ${Number(entityId)}`)
        if (found === null) throw refused('NOT_FOUND')
        return reply
          .headers({ 'content-type': type, 'cache-control': 'private, no-cache' })
          .send(`{"success":true,"data":${found}}`)
      },
    )
  }
