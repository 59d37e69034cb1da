import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { overview, type Overview } from '#contracts/overview.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { columnOf, idType, table } from '../catalogue/columns.ts'
import { titleOf } from '../journal/names.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { caseOf, instant, listed } from '../kernel/sql.ts'

const shown = 8
/** Number of newest changes to look through: one record may have changed many times. */
const lookedThrough = 1_000

const record = z.object({
  entity: z.custom<EntityName>(),
  id: z.number(),
  fields: z.record(z.string(), z.unknown()),
})
const named = ({ entity, id, fields }: z.output<typeof record>) => ({
  entity,
  id,
  title: titleOf(entity, id, fields),
})

const numbered = entities.filter((entity) => idType(entity) !== 'uuid')
const names = listed(numbered.map(({ name }) => sql.fragment`${name}`))

const changedRow = sql.type(record.extend({ at: z.string() }))
const changed = async (pool: DatabasePool): Promise<Overview['changed']> => {
  const rows = await pool.any(changedRow`
    select v.entity, v.number as id, v.fields, ${instant(sql.fragment`latest.at`)} as at
    from (
      select distinct on (entity, id) * from (
        select entity, id, position, at from journal
        order by position desc limit ${lookedThrough}) newest
      order by entity, id, position desc
    ) latest
    join record_version v on v.entity = latest.entity and v.id = latest.id and v.ended is null
    where v.entity in (${names})
    order by latest.position desc limit ${shown}`)
  return rows.map((row) => ({ ...named(row), at: row.at }))
}

const pricedEntities = numbered.filter(({ priced }) => priced)
const entityPriced = caseOf(
  sql.fragment`p.entity_type`,
  pricedEntities.map(({ name, priced }) => [priced!, sql.fragment`${name}`]),
)

const priceRow = sql.type(
  record.extend({ at: z.string(), from: z.string(), to: z.string(), currency: z.string() }),
)
/** A price to come counts from its day, unless it was replaced before: then it never held. */
const prices = async (pool: DatabasePool): Promise<Overview['prices']> => {
  const rows = await pool.any(priceRow`
    select v.entity, v.number as id, v.fields,
      ${instant(sql.fragment`greatest(p.at, p.moved_on::timestamp at time zone 'Europe/Oslo')`)} as at,
      p.moved_from::text as "from", p.cost_price::text as "to", p.cost_price_currency as currency
    from price_history p
    join record_version v on v.entity = ${entityPriced}
      and v.number = p.entity_id and v.ended is null
    where p.moved_on <= (select day from checkpoint)
      and (p.ended is null or p.moved_on <= (p.at at time zone 'Europe/Oslo')::date)
    order by p.moved_on desc, p.position desc limit ${shown}`)
  return rows.map(({ at, from, to, currency, ...row }) => ({
    ...named(row),
    at,
    from: Number(from),
    to: Number(to),
    currency,
  }))
}

/** Parts without a cost price, and whether an assembly contains them. */
export const unpricedOf = (entity: Entity): FragmentSqlToken => {
  const kinds = kindsOfLink.filter((kind) => linkKinds[kind].entity === entity.name)
  return sql.fragment`
    select ${entity.name} as entity, r.id, exists (
      select from assembly_link l
      where l.kind = any(${sql.array([...kinds], 'text')}) and l.item_id = r.id
    ) as used
    from ${table(entity)} r
    left join price p on p.entity_type = ${entity.priced!} and p.entity_id = ${columnOf('r', 'id')}
    where p.cost_price is null`
}
const lacking = sql.join(pricedEntities.map(unpricedOf), sql.fragment` union all `)

const unpricedRow = sql.type(record.extend({ count: z.number() }))
const unpriced = async (pool: DatabasePool): Promise<Overview['unpriced']> => {
  const rows = await pool.any(unpricedRow`
    select v.entity, v.number as id, v.fields, lacking.count
    from (
      select *, count(*) over ()::integer as count from (${lacking}) parts
      order by used desc, entity, id limit ${shown}) lacking
    join record_version v
      on v.entity = lacking.entity and v.number = lacking.id and v.ended is null
    order by lacking.used desc, v.entity, v.number`)
  return { count: rows[0]?.count ?? 0, parts: rows.map(named) }
}

export const overviewRoutes = (app: App, { pool }: QueryContext): void => {
  const schema = {
    tags: ['overview'],
    summary: 'Det som er nytt, og det som mangler',
    description:
      'Slik det er nå: det som sist ble endret, priser som gikk opp eller ned, og deler uten kostpris.',
    response: { 200: successSchema(overview) },
  }
  app.get('/api/overview', { config: { needs: 'read' }, schema }, async () => {
    const [lastChanged, lastPrices, without] = await Promise.all([
      changed(pool),
      prices(pool),
      unpriced(pool),
    ])
    return success({ changed: lastChanged, prices: lastPrices, unpriced: without })
  })
}
