import { sql } from 'slonik'
import { z } from 'zod'
import { costSorts } from '#contracts/assembly/cost-order.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import { rowsQuery, type RowsQuery } from '#contracts/list/query.ts'
import { searchedWords } from '#contracts/text.ts'
import { thenQuery } from '../kernel/as-of.ts'
import { escaped, listed, nothing, type Fragment } from '../kernel/sql.ts'
import { joinsOf, lowered } from './answer.ts'
import { columnOf, fieldsOf, isAssembly, references, table } from './columns.ts'
import { narrowed } from './filters.ts'
import type { Source } from './source.ts'

const whole = (most: number, example: number, description: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Må være et helt tall')
    .meta({ examples: [example] })
    .transform(Number)
    .refine((value) => value <= most, `Kan ikke være større enn ${most}`)
    .optional()
    .describe(description)
    .meta({ type: 'integer' })

const byText = (text: Fragment) => sql.fragment`${text} collate norwegian`

const sortable = ({ kind }: Field, column: Fragment): Fragment => {
  if (kind === 'number' || kind === 'flag') return column
  if (kind === 'measure') return byText(sql.fragment`(${column} #>> '{}')`)
  if (kind === 'list') return byText(sql.fragment`array_to_string(${column}, ', ')`)
  return byText(column)
}

const sortsOf = (entity: Entity): Readonly<Record<string, Fragment>> => ({
  id: sql.fragment`r.id`,
  createdAt: sql.fragment`r.created_at`,
  updatedAt: sql.fragment`r.updated_at`,
  ...Object.fromEntries(
    fieldsOf(entity)
      .filter(([, { kind }]) => kind !== 'reference' && kind !== 'file' && kind !== 'files')
      .map(([key, field]) => [key, sortable(field, columnOf('r', key))]),
  ),
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

export const listQuery = (entity: Entity) =>
  rowsQuery(entity).extend({
    limit: whole(100_000, 100, 'Høyst så mange'),
    offset: whole(1_000_000_000, 0, 'Hopp over så mange'),
    ...thenQuery,
  })

export type ListQuery = RowsQuery & {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly asOf?: string | undefined
  readonly validOn?: string | undefined
}

/** It holds each word that was searched for, literally. */
const searched = (
  holds: ReturnType<Source['search']>,
  { q = '' }: ListQuery,
): readonly Fragment[] =>
  searchedWords(q.toWellFormed()).map((word) => {
    const pattern = `%${escaped(word)}%`
    return holds(lowered(sql.fragment`${pattern}::text`))
  })

export const matching = ({ search }: Source, entity: Entity, query: ListQuery): Fragment => {
  const conditions = [...searched(search(entity), query), ...narrowed(entity, query)]
  if (conditions.length === 0) return nothing
  return sql.fragment`where ${sql.join(conditions, sql.fragment` and `)}`
}

/** Empty values last, whichever way; equal ones by id, so that pages do not overlap. */
const inOrder = (entity: Entity, { sort, order }: ListQuery, isPlaced: boolean): Fragment => {
  const direction = order === 'desc' && !isPlaced ? sql.fragment`desc` : sql.fragment`asc`
  // The ids of projects are random, and say nothing about which came first.
  const byId = entity.name === 'projects' ? sql.fragment`r.created_at, r.id` : sql.fragment`r.id`
  const expression = sort === undefined || sort === 'id' ? undefined : sortsOf(entity)[sort]
  if (!expression)
    return order === 'desc' ? sql.fragment`order by r.id desc` : sql.fragment`order by ${byId}`
  return sql.fragment`order by ${listed([
    sql.fragment`${expression} ${direction} nulls last`,
    byId,
  ])}`
}

const page = ({ limit, offset }: ListQuery): Fragment => sql.fragment`
  ${limit === undefined ? nothing : sql.fragment`limit ${limit}`}
  ${offset === undefined ? nothing : sql.fragment`offset ${offset}`}`

/** Costs are in no table: of assemblies sorted by them it is said which they are, in order. */
const placed = (ids: readonly number[]): Fragment => sql.fragment`
  left join unnest(${sql.array([...ids], 'int4')}) with ordinality as cost (id, place)
    on cost.id = r.id`

export const answersTo = (
  source: Source,
  entity: Entity,
  query: ListQuery,
  byCost: readonly number[] | null = null,
): Fragment => sql.fragment`
  ${source.tables} select ${source.answer(entity)} as answer from (
    select ${source.columns} from ${table(entity)} r ${joinsOf(entity)}
    ${byCost ? placed(byCost) : nothing}
    ${matching(source, entity, query)} ${inOrder(entity, query, byCost !== null)} ${page(query)}) r`
