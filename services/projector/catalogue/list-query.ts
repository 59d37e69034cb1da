import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import { rowsQuery, type RowsQuery } from '#contracts/list/query.ts'
import {
  amountIn,
  flagWords,
  isFlagWord,
  isUnitOf,
  searchedFields,
  searchReadings,
  spellingsOf,
} from '#contracts/list/search.ts'
import { wholeNumber } from '#kernel/params.ts'
import { pointInTimeQuery } from '../kernel/as-of.ts'
import { every, nothing, some, type Fragment } from '../kernel/sql.ts'
import { joinsOf } from './answer.ts'
import { containing } from './search-text.ts'
import { columnOf, fieldsOf, ownKeys, table } from './columns.ts'
import { narrowed } from './filters.ts'
import { noCosts, type CostQuery } from './list-costs.ts'
import { inOrder } from './list-order.ts'
import { isPresent, type Source } from './source.ts'

export const listQuery = (entity: Entity) =>
  rowsQuery(entity).extend({
    limit: wholeNumber(0, 100_000, 100).optional().describe('Høyst så mange'),
    offset: wholeNumber(0, 1_000_000_000).optional().describe('Hopp over så mange'),
    ...pointInTimeQuery,
  })

export type ListQuery = RowsQuery & {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly asOf?: string | undefined
  readonly validOn?: string | undefined
}

/** What a word finds beside texts: a price of that amount, values in that unit, flags that are so. */
const meantBy = (entity: Entity, word: string): readonly Fragment[] => {
  const amount = amountIn(word)
  return [
    // Not a join, so that an index finds the texts, and the other ids.
    ...(entity.priced && amount
      ? [
          sql.fragment`r.id = any(array(
            select entity_id from price where entity_type = ${entity.priced}
              and ${amount}::numeric in (cost_price, list_price, sales_price)))`,
        ]
      : []),
    ...searchedFields(entity)
      .filter(([, field]) => isUnitOf(field, word))
      .map(([key]) => sql.fragment`${columnOf('r', key)} is not null`),
    ...(isFlagWord(word)
      ? fieldsOf(entity)
          .filter(([, { kind }]) => kind === 'flag')
          .map(([key]) => sql.fragment`${columnOf('r', key)} = ${flagWords[word]}`)
      : []),
  ]
}

/** Every word of a reading of the search must occur, or mean something in the record. See `createMatcher`. */
const searched = (
  holds: ReturnType<Source['search']>,
  entity: Entity,
  { q = '' }: ListQuery,
): readonly Fragment[] => {
  const readings = searchReadings(q.toWellFormed()).map((words) =>
    words.map((word) => {
      const texts = spellingsOf(word).map((spelling) => holds(containing(spelling)))
      return some([...texts, ...meantBy(entity, word)])
    }),
  )
  const [only, ...others] = readings
  return others.length === 0 ? only! : [some(readings.map(every))]
}

const costing = ({ passing }: CostQuery): readonly Fragment[] => {
  if (passing === null) return []
  const isOne = sql.fragment`r.id = any(${sql.array([...passing.ids], 'int4')})`
  return [passing.others ? sql.fragment`not (${isOne})` : isOne]
}

export const matching = (
  { search }: Source,
  entity: Entity,
  query: ListQuery,
  costs: CostQuery = noCosts,
): Fragment => {
  const conditions = [
    ...searched(search(entity), entity, query),
    ...narrowed(entity, query),
    ...costing(costs),
  ]
  if (conditions.length === 0) return nothing
  return sql.fragment`where ${sql.join(conditions, sql.fragment` and `)}`
}

const page = ({ limit, offset }: ListQuery): Fragment => sql.fragment`
  ${limit === undefined ? nothing : sql.fragment`limit ${limit}`}
  ${offset === undefined ? nothing : sql.fragment`offset ${offset}`}`

/** Sorting by cost: the ids come in order, since costs are in no table. */
const placed = ({ places }: CostQuery): Fragment =>
  places === null
    ? nothing
    : sql.fragment`
  left join unnest(${sql.array([...places], 'int4')}) with ordinality as cost (id, place)
    on cost.id = r.id`

/** Joins only what sorting or filtering needs, so that an index-only scan may do. */
const joined = (entity: Entity, { sort = 'id' }: ListQuery, where: Fragment): Fragment =>
  where === nothing && (sort in entity.fields || ownKeys.some((key) => key === sort))
    ? nothing
    : joinsOf(entity)

/** Longest page that is read in one statement. */
export const longestPage = 1_000

/** Finds the page's ids first, since rows are long and most are skipped. */
export const answersTo = (
  source: Source,
  entity: Entity,
  query: ListQuery,
  costs: CostQuery = noCosts,
): Fragment => {
  const where = matching(source, entity, query, costs)
  const rows = (columns: Fragment, joins: Fragment) => sql.fragment`
    select ${columns} from ${table(entity)} r ${joins} ${placed(costs)}
    ${where} ${inOrder(entity, query, costs.places !== null)} ${page(query)}`
  if (isPresent(source) && query.limit !== undefined && query.limit <= longestPage)
    return sql.fragment`
      select r.answer
      from unnest(array(${rows(sql.fragment`r.id`, joined(entity, query, where))}))
        with ordinality as page (id, place)
      join ${table(entity)} r using (id) order by page.place`
  return sql.fragment`
    ${source.tables} select ${source.answer(entity)} as answer
    from (${rows(source.columns, joinsOf(entity))}) r`
}
