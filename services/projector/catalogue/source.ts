import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { inForce, pointInTimeOf, type PointInTime } from '../kernel/as-of.ts'
import type { Transaction } from '../kernel/projection.ts'
import { listed, nothing, some, type Fragment } from '../kernel/sql.ts'
import { priceAt } from '../prices/price-at.ts'
import { answerOf, joinsOf } from './answer.ts'
import { recordRows } from './record-rows.ts'
import { lowered } from './search-text.ts'
import { columnFrom, columnOf, references, titleOrder, titleOrderOf } from './columns.ts'

/** What queries read: the present tables, or their state at a position of the log. */
export type Source = {
  /** Null for the present. */
  readonly position: Position | null
  /** A `with` clause whose queries replace the tables by name; empty for the present. */
  readonly tables: Fragment
  /** A condition: the search text of row `r` matches the pattern. */
  readonly search: (entity: Entity) => (pattern: Fragment) => Fragment
  readonly answer: (entity: Entity) => Fragment
  readonly columns: Fragment
}

const present: Source = {
  position: null,
  tables: nothing,
  search: () => (pattern) => sql.fragment`r.search like ${pattern}`,
  answer: () => sql.fragment`r.answer`,
  columns: sql.fragment`r.answer`,
}

const fields = sql.fragment`v.fields`
const pastRecords = (entity: Entity, position: Position) => {
  const title = columnFrom(fields, entity.title, entity.fields[entity.title]!)
  const more = sql.fragment`, v.search, ${titleOrderOf(title)} as ${titleOrder}`
  return recordRows(entity, position, more)
}

const pastCounts = (position: Position) => sql.fragment`
  select entity as list, count(*) as count from record_version where ${inForce(position)}
  group by entity`

/** A version's text has only its own values. The few referenced names are matched once per query. */
const pastSearch: Source['search'] = (entity) => (pattern) =>
  some([
    sql.fragment`r.search like ${pattern}`,
    ...references(entity).map(
      ({ key, to }) => sql.fragment`${columnOf('r', key)} in (
        select id from ${sql.identifier([to])} where ${lowered(sql.fragment`name`)} like ${pattern})`,
    ),
  ])

const madeAnew = (
  position: Position | null,
  tables: readonly (readonly [string, Fragment])[],
  search: Source['search'],
): Source => ({
  position,
  tables: sql.fragment`with ${listed(
    tables.map(
      ([name, rows]) => sql.fragment`${sql.identifier([name])} as not materialized (${rows})`,
    ),
  )}`,
  search,
  answer: (entity) => sql.fragment`
    case when r.id is not null then
      (select ${answerOf(entity)} from (select) one ${joinsOf(entity)}) end`,
  columns: sql.fragment`r.*`,
})

const past = (position: Position, day: string): Source => {
  const versions = (name: string) =>
    sql.fragment`select * from ${sql.identifier([name])} where ${inForce(position)}`
  const tables = [
    ['price', priceAt({ position, day })],
    ['assembly_link', versions('link_version')],
    ['assembly_attribute', versions('attribute_version')],
    ['list_state', pastCounts(position)],
    ...entities.map((entity) => [entity.name, pastRecords(entity, position)] as const),
  ] as const
  return madeAnew(position, tables, pastSearch)
}

/** True if ready answers can be read by id. */
export const isPresent = (source: Source): boolean => source === present

/** Without a position, only the prices are of another day. */
export const sourceAt = (then: PointInTime | null): Source => {
  if (then === null) return present
  const { position, day } = then
  return position === null
    ? madeAnew(null, [['price', priceAt(then)]], present.search)
    : past(position, day)
}

export const sourceOf = async (
  pool: Pick<Transaction, 'oneFirst'>,
  request: Pick<FastifyRequest, 'user' | 'query'>,
): Promise<Source> => sourceAt(await pointInTimeOf(pool, request))
