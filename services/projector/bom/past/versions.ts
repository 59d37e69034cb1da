import { sql } from 'slonik'
import type { Position } from '#contracts/event-log.ts'
import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import { inForce, type PointInTimeQuery } from '../../kernel/as-of.ts'
import { nothing, type Fragment } from '../../kernel/sql.ts'
import { priceAt } from '../../prices/price-at.ts'
import { assemblyRows, partRows } from '../item-rows.ts'
import type { Named } from '../model-parts.ts'

/** Limits what is read of the past to what the query needs. */
export type Scope =
  | { readonly what: 'everything' }
  | { readonly what: 'below'; readonly ids: readonly number[] }
  | { readonly what: 'above'; readonly kind: LinkKind; readonly id: number }

/** The present model, unless `asOf` or `validOn` is given. */
export type ModelQuery = PointInTimeQuery & { readonly scope: Scope }

export const linkKey = sql.fragment`kind, assembly_id as "from", item_id as "to"`
export const linkColumns = sql.fragment`
  ${linkKey}, quantity, notes, sort_order as "sortOrder"`

export const linksWithin = (scope: Scope, position: Position) => {
  const then = inForce(position)
  if (scope.what === 'everything')
    return sql.fragment`select ${linkColumns} from link_version where ${then}`
  if (scope.what === 'below')
    return sql.fragment`
      with recursive below (id) as (
        select unnest(${sql.array([...scope.ids], 'int4')})
        union
        select item_id from below join link_version on assembly_id = id and kind = 'subassembly'
        where ${then}
      )
      select ${linkColumns} from below join link_version on assembly_id = id where ${then}`
  return sql.fragment`
    with recursive above (part, id) as (
      select ${scope.kind}, ${scope.id}::integer
      union
      select 'subassembly', assembly_id from above join link_version on kind = part and item_id = id
      where ${then}
    )
    select ${linkColumns} from above join link_version on kind = part and item_id = id where ${then}`
}

/** A position of the log, and the day whose prices are valid. */
export type Moment = { readonly position: Position; readonly day: string }

/** An SQL array of ids as text; null for all records. */
type Ids = Fragment | null
type Place = Position | Fragment

const pastRecords = (position: Place, kind: LinkKind, ids: Ids): Fragment => sql.fragment`(
  select id::integer, columns.* from record_version cross join lateral jsonb_to_record(fields) as columns (
    name text, description text, type text, supplier_articlenumber text, ito_articlenumber text,
    supplier_id integer, manufacturer_id integer, unit text)
  where ${versionsOf(linkKinds[kind].entity, position, ids)})`

const versionsOf = (entity: EntityName, position: Place, ids: Ids): Fragment => sql.fragment`
  entity = ${sql.literalValue(entity)} and ${inForce(position)} ${ids ? sql.fragment`and id = any(${ids})` : nothing}`

export const pastParts = (moment: Moment, kind: PartKind, ids: Ids): Fragment =>
  partRows(kind, pastRecords(moment.position, kind, ids), sql.fragment`(${priceAt(moment)})`)

export const pastAssemblies = (position: Place, ids: Ids): Fragment =>
  assemblyRows(pastRecords(position, 'subassembly', ids))

export const pastNames = (position: Place, entity: Named, ids: Ids): Fragment => sql.fragment`
  select id::integer, fields->>'name' as name from record_version
  where ${versionsOf(entity, position, ids)}`
