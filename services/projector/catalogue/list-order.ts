import { sql } from 'slonik'
import { costSorts } from '#contracts/assembly/cost-order.ts'
import { nameKey, type Entity } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { listed, nothing, type Fragment } from '../kernel/sql.ts'
import { columnOf, fieldsOf, isAssembly, references, titleOrder } from './columns.ts'

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

const sortable = ({ kind }: Field, column: Fragment): Fragment | readonly Fragment[] => {
  if (kind === 'number' || kind === 'flag') return column
  if (kind === 'measure') return byMeasure(column)
  if (kind === 'list') return byText(sql.fragment`array_to_string(${column}, ', ')`)
  return byText(column)
}

const sortsOf = (entity: Entity): Readonly<Record<string, Fragment | readonly Fragment[]>> => ({
  createdAt: sql.fragment`r.created_at`,
  updatedAt: sql.fragment`r.updated_at`,
  ...Object.fromEntries(
    fieldsOf(entity)
      .filter(([, { kind }]) => kind !== 'reference' && kind !== 'file' && kind !== 'files')
      .map(([key, field]) => [key, sortable(field, columnOf('r', key))]),
  ),
  [entity.title]: sql.fragment`r.${titleOrder}`,
  ...Object.fromEntries(
    references(entity).map(({ key, row }) => [nameKey(key), byText(columnOf(row, 'name'))]),
  ),
  ...(entity.priced && {
    costPrice: sql.fragment`p.cost_price`,
    listPrice: sql.fragment`p.list_price`,
    salesPrice: sql.fragment`p.sales_price`,
  }),
  ...(isAssembly(entity) &&
    Object.fromEntries(Object.keys(costSorts).map((key) => [key, sql.fragment`cost.place`]))),
})

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
  const expressions = sortsOf(entity)[sort]
  if (!expressions) throw new Error(`Nothing says how ${entity.name} are sorted by ${sort}`)
  // A required title is never empty, and without this its index can be read backwards.
  const isFilled = sort === entity.title && entity.fields[sort]!.required
  const nulls = isFilled ? nothing : sql.fragment`nulls last`
  const sorts = [expressions].flat().map((one) => sql.fragment`${one} ${direction} ${nulls}`)
  return sql.fragment`order by ${listed([...sorts, byId])}`
}
