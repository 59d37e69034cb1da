import { sql } from 'slonik'
import type { Position } from '#contracts/event-log.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { inForce } from '../../kernel/as-of.ts'
import type { Transaction } from '../../kernel/projection.ts'
import type { Fragment } from '../../kernel/sql.ts'
import { priceAt } from '../../prices/price-at.ts'
import type { BomLink, LinkKey } from '../bom-links.ts'
import { itemRows, type Sources } from '../item-rows.ts'
import { itemOf, type Item, type ItemRow } from '../items.ts'
import { eachRow, type NamedRow } from '../load-model.ts'
import type { Named } from '../model-parts.ts'
import type { Scope } from './scope.ts'

const linkColumns = sql.fragment`
  kind, assembly_id as "from", item_id as "to", quantity, notes, sort_order as "sortOrder"`

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

/** A place of the log, and the day on which prices hold. */
export type Moment = { readonly position: Position; readonly day: string }

/** Records as they were, and their prices; of all of a kind unless it is said which. */
const sourcesAt = ({ position, day }: Moment, ids: Ids): Sources => ({
  records: (kind) => sql.fragment`(
    select id::integer, said.* from record_version cross join lateral jsonb_to_record(fields) as said (
      name text, description text, type text, supplier_articlenumber text, ito_articlenumber text,
      supplier_id integer, manufacturer_id integer, unit text)
    where entity = ${linkKinds[kind].entity} ${among(ids)} and ${inForce(position)})`,
  prices: sql.fragment`(${priceAt({ position, day })})`,
})

const among = (ids: Ids): Fragment =>
  ids ? sql.fragment`and id = any(${sql.array(ids.map(String), 'text')})` : sql.fragment``

export const linksOf = (assemblies: readonly number[], position: Position) => sql.fragment`
  select ${linkColumns} from link_version
  where assembly_id = any(${sql.array([...assemblies], 'int4')}) and ${inForce(position)}`

export const eachLink = (
  tx: Pick<Transaction, 'query'>,
  query: Fragment,
  take: (link: LinkKey & BomLink) => void,
  each = eachRow,
): Promise<void> => each(tx, query, take)

export type Ids = readonly number[] | null

export const eachItem = (
  tx: Pick<Transaction, 'query'>,
  { moment, kind, ids }: { moment: Moment; kind: LinkKind; ids: Ids },
  take: (id: number, item: Item) => void,
  each = eachRow,
): Promise<void> =>
  each<ItemRow>(tx, sql.fragment`${itemRows(kind, sourcesAt(moment, ids))} order by r.id`, (row) =>
    take(row.id, itemOf(kind, row)),
  )

export const eachName = (
  tx: Pick<Transaction, 'query'>,
  { position, entity, ids }: { position: Position; entity: Named; ids: Ids },
  take: (id: number, name: string) => void,
  each = eachRow,
): Promise<void> =>
  each<NamedRow>(
    tx,
    sql.fragment`
      select id::integer, fields->>'name' as name from record_version
      where entity = ${entity} ${among(ids)} and ${inForce(position)}`,
    ({ id, name }) => take(id, name),
  )
