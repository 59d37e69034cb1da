import { sql } from 'slonik'
import { isCostSort } from '#contracts/assembly/cost-order.ts'
import { nameKey, type Entity } from '#contracts/entity.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { isPriceKey, priceColumns } from './filters.ts'
import { columnOf, isAssembly, references, titleOrder, byText, kinds } from './columns.ts'

/** What a list is sorted by, for each key that `rowsQuery` takes. */
const expressionsOf = (entity: Entity, sort: string): readonly Fragment[] => {
  if (sort === entity.title) return [sql.fragment`r.${titleOrder}`]
  const field = entity.fields[sort]
  if (field) return kinds[field.kind].order(columnOf('r', sort))
  const named = references(entity).find(({ key }) => nameKey(key) === sort)
  if (named) return [byText(columnOf(named.row, 'name'))]
  if (isAssembly(entity) && isCostSort(sort)) return [sql.fragment`cost.place`]
  return [isPriceKey(sort) ? priceColumns[sort] : columnOf('r', sort)]
}

/** Empty values last in both directions; ties by id, so that pages do not overlap. */
export const inOrder = (
  entity: Entity,
  { sort, order }: RowsQuery,
  isPlaced: boolean,
): Fragment => {
  const direction = order === 'desc' && !isPlaced ? sql.fragment`desc` : sql.fragment`asc`
  // Project ids are random, so ties are ordered by creation time.
  const byId = entity.name === 'projects' ? sql.fragment`r.created_at, r.id` : sql.fragment`r.id`
  if (sort === undefined || sort === 'id')
    return order === 'desc' ? sql.fragment`order by r.id desc` : sql.fragment`order by ${byId}`
  // A required title is never empty, and without this its index can be read backwards.
  const isFilled = sort === entity.title && entity.fields[sort]!.required
  const nulls = isFilled ? nothing : sql.fragment`nulls last`
  const sorts = expressionsOf(entity, sort).map((one) => sql.fragment`${one} ${direction} ${nulls}`)
  return sql.fragment`order by ${listed([...sorts, byId])}`
}
