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

/** Cost price, currency, factor, list price and unit, decimals as text; made, changed, and when its cost was. */
export type PriceRow = readonly [
  Price['costPrice'],
  Price['costPriceCurrency'],
  Price['priceFactor'],
  Price['listPrice'],
  string,
  string,
  string,
  string | null,
]

/** A record: its id, the revision of its stream, when it was made and changed, its price, its values. */
export type StateRow = readonly [
  number,
  number,
  string,
  string,
  PriceRow | null,
  readonly (Value | null)[],
]

/** Rows instead of objects: names of fields would be most of it. `keys` says in which order the values stand. */
export type StatesAnswer = {
  readonly keys: readonly string[]
  readonly states: readonly StateRow[]
}
