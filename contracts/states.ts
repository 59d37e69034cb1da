import type { Entity } from './entity.ts'
import type { Value } from './fields.ts'
import type { Price } from './pricing.ts'

/** How many records may be asked for at once. */
export const mostStates = 1_000

/**
 * Whose records the read side gives with all that their events came to. Not those with personal data: where
 * a key was shredded, only their own streams are read.
 */
export const hasStates = ({ csv, fields }: Entity): boolean =>
  csv !== undefined && !Object.values(fields).some(({ personal }) => personal)

/** For the services alone: the gateway passes on what is under /api and /objects. */
export const statesPath = ({ name }: Pick<Entity, 'name'>): string => `/internal/states/${name}`

/** What each of the records has, in one order. */
type Column<T> = readonly T[]

/** In UTC as Postgres writes it: no zone, and no zeros at the end of the seconds. */
type Time = string

/** Cost price, currency, factor, list price and unit, decimals as text; made, changed, and when its cost was. */
export type PriceColumns = readonly [
  Column<Price['costPrice']>,
  Column<Price['costPriceCurrency'] | null>,
  Column<Price['priceFactor'] | null>,
  Column<Price['listPrice']>,
  Column<Price['unit'] | null>,
  Column<Time | null>,
  Column<Time | null>,
  Column<Time | null>,
]

/**
 * Records, field by field: ids, revisions of their streams, when they were made and changed, their prices,
 * their values. Postgres makes columns in a third of the time that rows take it. `keys` says in which order
 * the values stand; a record without a price has no currency.
 */
export type StatesAnswer = {
  readonly keys: readonly string[]
  readonly columns: readonly [
    Column<number>,
    Column<number>,
    Column<Time>,
    Column<Time>,
    PriceColumns | null,
    readonly Column<Value | null>[],
  ]
}
