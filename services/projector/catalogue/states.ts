import { sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import { hasStates, mostStates, statesPath } from '#contracts/states.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import { instant, listed, nothing } from '../kernel/sql.ts'
import { currentPrice } from './answer.ts'
import { columnOf, table } from './columns.ts'

const asked = z.object({ ids: z.array(z.int().min(1).max(2_147_483_647)).max(mostStates) })
const found = z.object({ states: z.string() })

const price = sql.fragment`
  case when p.entity_id is not null then json_build_array(
    p.cost_price::text, p.cost_price_currency, p.price_factor::text, p.list_price::text, p.unit,
    ${instant(sql.fragment`p.created_at`)}, ${instant(sql.fragment`p.updated_at`)},
    ${instant(sql.fragment`p.cost_price_updated_at`)}
  ) end`

/** Stands for what Postgres cannot hold, and the log may: such a record is left to its own stream. */
const replaced = '\ufffd'

/** Made whole by Postgres: a thousand rows would cost more to take apart here than to find. */
const statesOf = (entity: Entity, ids: readonly number[]): QuerySqlToken<typeof found> =>
  sql.type(found)`
    select coalesce(json_agg(json_build_array(
      r.id, r.version, ${instant(sql.fragment`r.created_at`)},
      ${instant(sql.fragment`r.updated_at`)},
      ${entity.priced ? price : sql.fragment`null`},
      json_build_array(${listed(fieldKeys(entity).map((key) => columnOf('r', key)))})
    )), '[]')::text as states
    from ${table(entity)} r ${entity.priced ? currentPrice(entity) : nothing}
    where r.id = any(${sql.array(ids, 'int4')}) and strpos(r.answer, ${replaced}) = 0`

/** Records as their events left them, many at once: for the command service, which checks each. */
export const stateRoutes =
  (entities: readonly Entity[], { pool }: Pick<Reading, 'pool'>) =>
  (app: App): void => {
    for (const entity of entities.filter(hasStates)) {
      const keys = JSON.stringify(fieldKeys(entity))
      app.post(
        statesPath(entity),
        { config: { needs: 'internal' }, schema: { hide: true, body: asked } },
        async (request, reply) => {
          const states = await pool.oneFirst(statesOf(entity, request.body.ids))
          return reply
            .header('content-type', 'application/json; charset=utf-8')
            .send(`{"keys":${keys},"states":${states}}`)
        },
      )
    }
  }
