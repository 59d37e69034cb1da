import { sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import { hasStates, mostStates, statesPath } from '#contracts/states.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { columnOf, table } from './columns.ts'

const asked = z.object({ ids: z.array(z.int().min(1).max(2_147_483_647)).max(mostStates) })
const found = z.object({ states: z.string() })

/** Aggregates know the type of their column once, where rows made into JSON ask for it value by value. */
const column = (value: Fragment) => sql.fragment`coalesce(json_agg(${value}), '[]')`
const array = (parts: readonly Fragment[]) => sql.fragment`json_build_array(${listed(parts)})`

const time = (at: Fragment) => column(sql.fragment`${at} at time zone 'UTC'`)

const price = array([
  column(sql.fragment`p.cost_price::text`),
  column(sql.fragment`p.cost_price_currency`),
  column(sql.fragment`p.price_factor::text`),
  column(sql.fragment`p.list_price::text`),
  column(sql.fragment`p.unit`),
  time(sql.fragment`p.created_at`),
  time(sql.fragment`p.updated_at`),
  time(sql.fragment`p.cost_price_updated_at`),
])

/** Asked for by their own ids, prices are one scan instead of one for each record. */
const pricesOf = ({ priced }: Entity, ids: Fragment) =>
  priced
    ? sql.fragment`
        left join (
          select * from price where entity_type = ${priced} and entity_id = any(${ids})
        ) p on p.entity_id = r.id`
    : nothing

/** Stands for what Postgres cannot hold, and the log may: such a record is left to its own stream. */
const replaced = '\ufffd'
const isWhole = sql.fragment`and strpos(r.answer, ${replaced}) = 0`

/** Made whole by Postgres: a thousand records would cost more to take apart here than to find. */
const statesOf = (
  entity: Entity,
  numbers: readonly number[],
  condition: Fragment = nothing,
): QuerySqlToken<typeof found> => {
  const ids = sql.fragment`${sql.array(numbers, 'int4')}`
  const states = array([
    column(sql.fragment`r.id`),
    column(sql.fragment`r.version`),
    time(sql.fragment`r.created_at`),
    time(sql.fragment`r.updated_at`),
    entity.priced ? price : sql.fragment`null`,
    array(fieldKeys(entity).map((key) => column(columnOf('r', key)))),
  ])
  return sql.type(found)`
    select ${states}::text as states from ${table(entity)} r ${pricesOf(entity, ids)}
    where r.id = any(${ids}) ${condition}`
}

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
          const { ids } = request.body
          const all = await pool.oneFirst(statesOf(entity, ids))
          const states = all.includes(replaced)
            ? await pool.oneFirst(statesOf(entity, ids, isWhole))
            : all
          return reply
            .header('content-type', 'application/json; charset=utf-8')
            .send(`{"keys":${keys},"columns":${states}}`)
        },
      )
    }
  }
