import { sql } from 'slonik'
import { z } from 'zod'
import type { UsernamePeriod } from '#contracts/access-answers.ts'
import { pricedEntities } from '#contracts/catalogue/index.ts'
import { historySchema } from '#contracts/price-history.ts'
import { successSchema } from '#kernel/openapi.ts'
import { idIn } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { jsonHeaders, sendPacked } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { endOf, instantOrDay, startOf } from '../kernel/as-of.ts'
import { every, instant, type Fragment } from '../kernel/sql.ts'
import { streamRows } from '../kernel/stream.ts'
import { accountOf, nameNow } from '../kernel/usernames.ts'
import { priceFields, replacedBy } from './price-answer.ts'

const entityType = z.enum(pricedEntities).meta({ examples: ['componenttype'] })
const entityId = idIn('Må være en id')

const priceOf = sql.fragment`(select row_to_json(price) from (select ${priceFields}) price)`

const historyQuery = z
  .object({
    entityType,
    entityId,
    from: instantOrDay.describe(
      'Fra og med dette tidspunktet, eller fra begynnelsen av denne dagen',
    ),
    to: instantOrDay.describe('Til og med dette tidspunktet, eller denne dagen'),
    user: z.string().describe('Brukernavnet fra da, eller kontoens id'),
    import: z.string().describe('Importens id'),
  })
  .partial()

const conditionsOf = (query: z.output<typeof historyQuery>, account: Fragment) => {
  const { entityType: type, entityId: id, from, to, user, import: job } = query
  return every([
    type && sql.fragment`h.entity_type = ${type}`,
    id ? sql.fragment`h.entity_id = ${id}` : undefined,
    from && sql.fragment`h.at >= ${startOf(from)}`,
    to && sql.fragment`h.at <= ${endOf(to)}`,
    user && sql.fragment`${user} in (h.user_name, ${account})`,
    job && sql.fragment`h.import_id = ${job}`,
  ])
}

const historyOf = (query: z.output<typeof historyQuery>, periods: readonly UsernamePeriod[]) => {
  const account = accountOf(sql.identifier(['h']), periods)
  return sql.unsafe`
  select json_build_object(
    'position', h.position::text,
    'eventId', h.event_id,
    'entityType', h.entity_type,
    'entityId', h.entity_id,
    'at', ${instant(sql.fragment`h.at`)},
    'user', h.user_name,
    'userId', ${account},
    'userNow', ${nameNow(account, sql.fragment`h.user_name`, periods)},
    'validFrom', h.valid_from,
    'withdrawn', h.withdrawn,
    'from', ${replacedBy('h')},
    'to', case when not h.removed then (select ${priceOf} from (select h.*) p) end,
    'source', h.source,
    'import', h.import_id,
    'line', h.line,
    'via', h.via,
    'reason', h.reason
  )::text as answer
  from price_history h
  where ${conditionsOf(query, account)}
  order by h.position`
}

export const historyRoute = (app: App, { lists, usernames }: QueryContext): void => {
  const schema = {
    tags: ['pricing'],
    summary: 'Prishistorikk',
    description:
      'Hver pris som er satt eller endret, eldste først: hvem, når, fra hva og til hva, hvorfor, og på hvilken måte: importen med fil og linje, prisfilen, API-nøkkelen eller skjemaet.',
    querystring: historyQuery,
    response: { 200: successSchema(z.array(historySchema)) },
  }
  app.get(
    '/api/pricing/history',
    { config: { needs: 'history' }, schema },
    async (request, reply) => {
      const body = await streamRows(lists, historyOf(request.query, await usernames()))
      return sendPacked(request, reply.headers(jsonHeaders), body)
    },
  )
}
