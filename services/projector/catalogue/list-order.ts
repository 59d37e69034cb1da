import { sql } from 'slonik'
import { isCostSort } from '#contracts/assembly/cost-order.ts'
import { nameKey, type Entity } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { isPriceKey, priceColumns } from './filters.ts'
import { columnOf, isAssembly, references, titleOrder } from './columns.ts'

const byText = (text: Fragment) => sql.fragment`nullif(${text}, '') collate norwegian`

/** By the number that a measure begins with, since as text 12.25 is above 12.5; the rest come after all numbers. */
const byMeasure = (column: Fragment): readonly Fragment[] => {
  const text = sql.fragment`(${column} #>> '{}')`
  const number = sql.fragment`replace(substring(${text} from '^-?[0-9]+(?:[.,][0-9]+)?'), ',', '.')::float8`
  return [
    sql.fragment`case when ${text} <> '' then coalesce(${number}, 'infinity') end`,
    byText(text),
  ]
}

const byField = ({ kind }: Field, column: Fragment): readonly Fragment[] => {
  if (kind === 'number' || kind === 'flag') return [column]
  if (kind === 'measure') return byMeasure(column)
  if (kind === 'list') return [byText(sql.fragment`array_to_string(${column}, ', ')`)]
  return [byText(column)]
}

/** What a list is sorted by, for each key that `rowsQuery` takes. */
const expressionsOf = (entity: Entity, sort: string): readonly Fragment[] => {
  if (sort === entity.title) return [sql.fragment`r.${titleOrder}`]
  const field = entity.fields[sort]
  if (field) return byField(field, columnOf('r', sort))
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
