import { sql } from 'slonik'
import { costSorts } from '#contracts/assembly/cost-order.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { columnOf, fieldsOf, isAssembly, references, titleOrder } from './columns.ts'

const byText = (text: Fragment) => sql.fragment`${text} collate norwegian`

const sortable = ({ kind }: Field, column: Fragment): Fragment => {
  if (kind === 'number' || kind === 'flag') return column
  if (kind === 'measure') return byText(sql.fragment`(${column} #>> '{}')`)
  if (kind === 'list') return byText(sql.fragment`array_to_string(${column}, ', ')`)
  return byText(column)
}

const sortsOf = (entity: Entity): Readonly<Record<string, Fragment>> => ({
  createdAt: sql.fragment`r.created_at`,
  updatedAt: sql.fragment`r.updated_at`,
  ...Object.fromEntries(
    fieldsOf(entity)
      .filter(([, { kind }]) => kind !== 'reference' && kind !== 'file' && kind !== 'files')
      .map(([key, field]) => [key, sortable(field, columnOf('r', key))]),
  ),
  [entity.title]: sql.fragment`r.${titleOrder}`,
  ...Object.fromEntries(
    references(entity).map(({ row }) => [`${row}Name`, byText(columnOf(row, 'name'))]),
  ),
  ...(entity.priced && {
    costPrice: sql.fragment`p.cost_price`,
    listPrice: sql.fragment`p.list_price`,
    salesPrice: sql.fragment`p.sales_price`,
  }),
  ...(isAssembly(entity) &&
    Object.fromEntries(Object.keys(costSorts).map((key) => [key, sql.fragment`cost.place`]))),
})

/** Empty values last in both directions; ties by id, so that pages do not overlap. Titles are never empty. */
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
  const expression = sortsOf(entity)[sort]
  if (!expression) throw new Error(`Nothing says how ${entity.name} are sorted by ${sort}`)
  // Without this an index could not be read backwards.
  const nulls = sort === entity.title ? nothing : sql.fragment`nulls last`
  return sql.fragment`order by ${listed([sql.fragment`${expression} ${direction} ${nulls}`, byId])}`
}
