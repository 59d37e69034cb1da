import { sql } from 'slonik'
import type { Entity } from '#contracts/entity.ts'
import {
  filtersOf,
  type Filter,
  type Narrowing,
  type PriceFilterKey,
} from '#contracts/list/filters.ts'
import type { RowsQuery } from '#contracts/list/query.ts'
import { endOf, startOf } from '../kernel/as-of.ts'
import { every, type Fragment } from '../kernel/sql.ts'
import { columnOf, kinds } from './columns.ts'

export const priceColumns: Readonly<Record<PriceFilterKey, Fragment>> = {
  costPrice: sql.fragment`p.cost_price`,
  costPriceCurrency: sql.fragment`p.cost_price_currency`,
  priceFactor: sql.fragment`p.price_factor`,
  salesPrice: sql.fragment`p.sales_price`,
  listPrice: sql.fragment`p.list_price`,
  priceUnit: sql.fragment`p.unit`,
  costPriceUpdatedAt: sql.fragment`p.cost_price_updated_at`,
}

export const isPriceKey = (key: string): key is PriceFilterKey => key in priceColumns

const columnFor = ({ key, field }: Filter): Fragment =>
  !field && isPriceKey(key) ? priceColumns[key] : columnOf('r', key)

/** The texts that a filter matches: for a list, each item. */
const textIn = (filter: Filter): Fragment => {
  const column = columnFor(filter)
  return filter.field?.kind === 'measure' ? sql.fragment`(${column} #>> '{}')` : column
}

export const valuesIn = (filter: Filter): Fragment =>
  filter.field?.kind === 'list' ? sql.fragment`unnest(${columnFor(filter)})` : textIn(filter)

const isEmpty = (filter: Filter): Fragment => {
  const column = columnFor(filter)
  return filter.field ? kinds[filter.field.kind].isEmpty(column) : sql.fragment`${column} is null`
}

const texts = (values: readonly string[]) =>
  sql.array(
    values.map((value) => value.toWellFormed()),
    'text',
  )

const isAmong = (filter: Filter, values: readonly string[]): Fragment => {
  const column = columnFor(filter)
  if (filter.narrowing === 'records')
    return sql.fragment`${column} = any(${sql.array(values.map(Number), 'int4')})`
  if (filter.narrowing === 'flag')
    return sql.fragment`${column} = any(${sql.array(
      values.map((value) => value === 'true'),
      'bool',
    )})`
  if (filter.field?.kind === 'list') return sql.fragment`${column} && ${texts(values)}`
  return sql.fragment`${textIn(filter)} = any(${texts(values)})`
}

const bounds: Partial<Record<Narrowing, readonly [(text: string) => Fragment, typeof endOf]>> = {
  numbers: [(text) => sql.fragment`${text}::numeric`, (text) => sql.fragment`${text}::numeric`],
  days: [startOf, endOf],
}

/** Empty values can be added, required or excluded. */
const narrowedBy = (filter: Filter, query: RowsQuery): readonly Fragment[] => {
  const param = (suffix: string) => query[filter.key + suffix] as string | undefined
  const [min, max, empty] = [param('.min'), param('.max'), param('.empty')]
  const [least, most] = bounds[filter.narrowing] ?? []
  const column = columnFor(filter)
  const values = query[filter.key] as readonly string[] | undefined
  const narrowed = [
    ...(values === undefined ? [] : [isAmong(filter, values)]),
    ...(min === undefined ? [] : [sql.fragment`${column} >= ${least!(min)}`]),
    ...(max === undefined ? [] : [sql.fragment`${column} <= ${most!(max)}`]),
  ]
  if (empty === undefined) return narrowed
  const without = isEmpty(filter)
  if (empty === 'false') return [...narrowed, sql.fragment`not (${without})`]
  return narrowed.length === 0 ? [without] : [sql.fragment`((${every(narrowed)}) or ${without})`]
}

/** The conditions of all filters, except costs, which are in no table. */
export const narrowed = (entity: Entity, query: RowsQuery): readonly Fragment[] =>
  filtersOf(entity)
    .filter(({ sum }) => sum === undefined)
    .flatMap((filter) => narrowedBy(filter, query))
