import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { pricedEntities } from '#contracts/catalogue/index.ts'
import { pricingSchema } from '#contracts/pricing.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { jsonHeaders, listTag, sendList, sendPacked } from '../kernel/list-answer.ts'
import { listState } from '../kernel/list-state.ts'
import type { Reading } from '../kernel/queries.ts'
import { instant, type Fragment } from '../kernel/sql.ts'
import { streamRows } from '../kernel/stream.ts'
import { priceFields, pricingAnswer } from './prices.ts'
import { historySchema } from '#contracts/price-history.ts'

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

/** An instant, or a day in Norway. */
const day = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'Må være en dato eller et tidspunkt, som 2026-01-31 eller 2026-01-31T12:00:00Z',
  })
  .meta({ examples: ['2026-01-31'] })

const isDay = (text: string) => !text.includes('T')
const midnight = (day: Fragment) => sql.fragment`(${day})::timestamp at time zone 'Europe/Oslo'`
const startOf = (text: string) =>
  isDay(text) ? midnight(sql.fragment`${text}::date`) : sql.fragment`${text}::timestamptz`
const endOf = (text: string) =>
  isDay(text)
    ? sql.fragment`${midnight(sql.fragment`${text}::date + 1`)} - interval '1 microsecond'`
    : sql.fragment`${text}::timestamptz`

/** The price that the row `p` of the history says; null where it was removed. */
const priceThen = sql.fragment`
  case when not p.removed then
    (select row_to_json(price) from (select ${priceFields}) price) end`

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

const historyQuery = z
  .object({
    entityType,
    entityId,
    from: day.describe('Fra og med dette tidspunktet, eller fra begynnelsen av denne dagen'),
    to: day.describe('Til og med dette tidspunktet, eller denne dagen'),
    user: z.string().describe('Brukernavnet fra da, eller kontoens id'),
    import: z.string().describe('Importens id'),
  })
  .partial()

/** The changes `h` that are asked for. */
const isAskedFor = ({ entityType: type, entityId: id, ...asked }: z.output<typeof historyQuery>) =>
  sql.join(
    [
      sql.fragment`true`,
      type && sql.fragment`h.entity_type = ${type}`,
      id && sql.fragment`h.entity_id = ${id}`,
      asked.from && sql.fragment`h.at >= ${startOf(asked.from)}`,
      asked.to && sql.fragment`h.at <= ${endOf(asked.to)}`,
      asked.user && sql.fragment`${asked.user} in (h.user_name, h.user_id)`,
      asked.import && sql.fragment`h.import_id = ${asked.import}`,
    ].filter((condition) => typeof condition === 'object'),
    sql.fragment` and `,
  )

/** A change says what was before it, also where that is not asked for. */
const historyOf = (asked: z.output<typeof historyQuery>) => sql.unsafe`
  select json_build_object(
    'position', h.position::text,
    'eventId', h.event_id,
    'entityType', h.entity_type,
    'entityId', h.entity_id,
    'at', ${instant(sql.fragment`h.at`)},
    'user', h.user_name,
    'userId', h.user_id,
    'from', (
      select ${priceThen} from price_history p
      where p.entity_type = h.entity_type and p.entity_id = h.entity_id and p.position < h.position
      order by p.position desc limit 1
    ),
    'to', (select ${priceThen} from (select h.*) p),
    'source', h.source,
    'import', h.import_id,
    'line', h.line
  )::text as answer
  from price_history h
  where ${isAskedFor(asked)}
  order by h.position`

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
    const total = at === undefined ? count : undefined
    const query = sql.unsafe`
      select ${pricingAnswer}::text as answer from ${pricesAt(at)}
      order by p.entity_type, p.entity_id`
    return sendList(request, reply, { tag: listTag(version, position), total }, async () => ({
      total,
      body: await streamRows(lists, query),
    }))
  })
}

const history = (app: App, { lists }: Reading): void => {
  const schema = {
    tags,
    summary: 'Prishistorikk',
    description:
      'Hver pris som er satt eller endret, eldste først: hvem, når, fra hva og til hva, og fra hvilken import, linje og prisfil.',
    querystring: historyQuery,
    response: { 200: successSchema(z.array(historySchema)) },
  }
  app.get(
    '/api/pricing/history',
    { config: { needs: 'history' }, schema },
    async (request, reply) => {
      const body = await streamRows(lists, historyOf(request.query))
      return sendPacked(request, reply.headers(jsonHeaders), body)
    },
  )
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
  history(app, reading)
  onePrice(app, reading)
}
