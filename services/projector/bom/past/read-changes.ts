import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import type { EntityName } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import { placeOf, isDay } from '../../kernel/as-of.ts'
import { listed, type Fragment } from '../../kernel/sql.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import type { ItemRow } from '../items.ts'
import type { NamedRow } from '../load-model.ts'
import { byName, type Named } from '../model-parts.ts'
import { pastAssemblies, linkColumns, linkKey, pastNames } from './versions.ts'

export type Pool = Pick<CommonQueryMethods, 'any' | 'oneFirst'>

export type Way = {
  readonly to: string | Position
  /** The days whose prices are valid there and now. */
  readonly day: string
  readonly today: string
}

/** What changed since, and the state before it. */
export type Changes = {
  readonly position: string
  /** False if nothing was recorded since. */
  readonly settled: boolean
  readonly isShort: boolean
  readonly changed: readonly { readonly entity: EntityName; readonly id: string }[]
  /** Items whose price differs between the two days. */
  readonly priced: readonly { readonly type: string; readonly id: number }[]
  readonly made: readonly LinkKey[]
  readonly ended: readonly (LinkKey & BomLink)[]
  readonly assemblies: readonly ItemRow[]
} & Readonly<Record<Named, readonly NamedRow[]>>

const then = sql.fragment`(select position from place)`
const changedOf = (entity: EntityName) =>
  sql.fragment`array(select distinct id from changed where entity = ${sql.literalValue(entity)})`

/** The order makes Postgres use the index, although it expects a third of the table. */
const firstAfter = (column: Fragment, most: number) =>
  sql.fragment`${column} > ${then} order by ${column} limit ${most + 1}`

const selectsOf = (most: number): Readonly<Record<string, Fragment>> => {
  const made = firstAfter(sql.fragment`position`, most)
  const ended = firstAfter(sql.fragment`ended`, most)
  return {
    changed: sql.fragment`select * from changed`,
    priced: sql.fragment`
      select entity_type as type, entity_id as id from price_history
      where holds_from > (select first from days) and holds_from <= (select last from days)
      order by holds_from limit ${most + 1}`,
    made: sql.fragment`select ${linkKey} from link_version where ${made}`,
    ended: sql.fragment`
      select ${linkColumns} from link_version where position <= ${then} and ${ended}`,
    assemblies: pastAssemblies(then, changedOf('assemblytypes')),
    ...byName((entity) => pastNames(then, entity, changedOf(entity))),
  }
}

/**
 * One statement, since each costs a round trip. Parts are not included: planning the search for their prices takes
 * long.
 */
const statementFor = (most: number): Fragment => {
  const lists = Object.entries(selectsOf(most)).map(
    ([name, rows]) => sql.fragment`
      ${sql.literalValue(name)}, case when "isShort" then
        (select coalesce(json_agg(r), '[]') from (${rows}) r) else '[]' end`,
  )
  return sql.fragment`
    , changed as materialized (
      select entity, id from journal
      where entity <> 'projects' and ${firstAfter(sql.fragment`position`, most)}
    )
    select json_build_object('position', position::text, 'settled', settled,
      'isShort', "isShort", ${listed(lists)}) as changes
    from place, (select (select count(*) from changed) <= ${most} as "isShort") way`
}

const foundRow = z.object({ changes: z.custom<Changes>() })

/** Each kind is a statement of its own. */
const targetOf = (to: Way['to']) => {
  if (typeof to === 'bigint')
    return {
      kind: 'a place',
      place: sql.fragment`select ${to}::bigint as position, true as settled`,
    }
  return { kind: isDay(to) ? 'a day' : 'an instant', place: placeOf(to) }
}

/** Gives up after `most` changes. */
export const createReadChanges = (pool: Pool, most: number) => {
  const statement = statementFor(most)
  return ({ to, day, today }: Way): Promise<Changes> => {
    const { kind, place } = targetOf(to)
    const [first, last] = [day, today].toSorted()
    const name = `changes since ${kind}`
    return pool.oneFirst(sql.prepared(name, foundRow)`
      with place as materialized (${place}),
        days as (select ${first!}::date as first, ${last!}::date as last) ${statement}`)
  }
}
