import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import type { EntityName } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { placeOf } from '../../kernel/as-of.ts'
import { isDay } from '../../kernel/instant-or-day.ts'
import { nothing, type Fragment } from '../../kernel/sql.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import type { ItemRow } from '../items.ts'
import type { NamedRow } from '../load-model.ts'
import { byName, type Named } from '../model-parts.ts'
import { assembliesThen, linkColumns, linkKey, namesThen } from './versions.ts'

export type Pool = Pick<CommonQueryMethods, 'any'>

/** Back to an instant or a place of the log. */
export type Way = {
  readonly to: string | Position
  /** On which the prices hold there, and here. */
  readonly day: string
  readonly today: string
  /** With more changes than this it is too long to be gone back. */
  readonly most: number
}

/** What was changed since, and what was there then, by what it is. */
type Found = {
  readonly way: {
    readonly position: string
    /** Something was recorded since. */
    readonly settled: boolean
    readonly isShort: boolean
  }
  readonly changed: { readonly entity: EntityName; readonly id: string }
  /** Has another price on the one day than on the other. */
  readonly priced: { readonly type: string; readonly id: number }
  readonly made: LinkKey
  readonly ended: LinkKey & BomLink
  readonly assemblies: ItemRow
} & Readonly<Record<Named, NamedRow>>

const then = sql.fragment`(select position from place)`
const changedOf = (entity: EntityName) =>
  sql.fragment`array(select distinct id from changed where entity = ${entity})`

/** Read by the index of the column, though the planner expects a third of the table. */
const firstAfter = (column: Fragment, most: number) =>
  sql.fragment`${column} > ${then} order by ${column} limit ${most + 1}`

type Selects = Readonly<Record<Exclude<keyof Found, 'way'>, Fragment>>

const selectsOf = ({ day, today, most }: Way): Selects => {
  const [first, last] = [day, today].toSorted()
  const made = firstAfter(sql.fragment`position`, most)
  const ended = firstAfter(sql.fragment`ended`, most)
  return {
    changed: sql.fragment`select * from changed`,
    priced: sql.fragment`
      select entity_type as type, entity_id as id from price_history
      where holds_from > ${first!}::date and holds_from <= ${last!}::date limit ${most + 1}`,
    made: sql.fragment`select ${linkKey} from link_version where ${made}`,
    ended: sql.fragment`
      select ${linkColumns} from link_version where position <= ${then} and ${ended}`,
    assemblies: assembliesThen(then, changedOf('assemblytypes')),
    ...byName((entity) => namesThen(then, entity, changedOf(entity))),
  }
}

const foundRow = z.object({ what: z.string(), row: z.unknown() })

/** One statement, since a question waits for each. Parts are left out: it takes long to plan how their prices are found. */
const changesSince = (way: Way) => {
  const { to, most } = way
  const isPlace = typeof to === 'bigint'
  const place = isPlace
    ? sql.fragment`select ${to}::bigint as position, true as settled`
    : placeOf(to)
  const selects = Object.entries(selectsOf(way)).map(
    ([what, rows]) => sql.fragment`
      union all
      select ${what}, to_json(r) from (${rows}) r where (select "isShort" from way)`,
  )
  const name = `changes since ${isPlace ? 'a place' : isDay(to) ? 'a day' : 'an instant'}`
  return sql.prepared(name, foundRow)`
    with place as materialized (${place}), changed as materialized (
      select entity, id from journal
      where entity <> 'projects' and ${firstAfter(sql.fragment`position`, most)}
    ), way as materialized (
      select position::text, settled, (select count(*) from changed) <= ${most} as "isShort"
      from place
    )
    select 'way' as what, to_json(r) as row from way r ${sql.join(selects, nothing)}`
}

export type Changes = <What extends keyof Found>(what: What) => readonly Found[What][]

export const readChanges = async (pool: Pool, way: Way): Promise<Changes> => {
  const found = Map.groupBy(await pool.any(changesSince(way)), ({ what }) => what)
  return (what) => (found.get(what) ?? []).map(({ row }) => row as Found[typeof what])
}
