import type { Offer } from '#contracts/catalogue/offer.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'
import { normalKey, oneLine } from '#contracts/text.ts'
import { priceKeyOf, validFromKey } from '#contracts/csv/columns.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { ReadRow } from './row.ts'

export type Known = {
  readonly id: number
  readonly version: bigint
  readonly values: Values
  /** The date from which the row's price is valid; undefined for today. */
  readonly day?: string | undefined
  /** True if no price has that date. */
  readonly isNewDay?: boolean
  readonly price: Price | null
  readonly names: Readonly<Record<string, string | null>>
  readonly offers: readonly { readonly name: string; readonly offer: Offer }[]
  /** Set if it represents another supplier's offer. */
  readonly offer?: { readonly supplier: string; readonly own: string; readonly isNew: boolean }
}

export const hasAmounts = ({ price }: Known): boolean =>
  price !== null && (price.costPrice !== null || price.listPrice !== null)

/** A request body as from a form, except that references are names. */
export type Body = Readonly<Record<string, unknown>>
export type Names = Readonly<Record<string, string>>

export type Changes = { readonly body: Body; readonly names: Names }

/** Old texts, stored before normalisation, must equal their normalised form. */
const canonical = (value: unknown): unknown => {
  if (typeof value === 'string') return oneLine(value)
  if (Array.isArray(value)) return JSON.stringify(value.map((item) => oneLine(String(item))))
  return value ?? null
}
const isSame = (held: unknown, said: unknown) =>
  held === said ||
  canonical(held) === canonical(said) ||
  // Measures with many decimals are stored as text.
  (typeof held === 'number' && typeof said === 'string' && Number(said.replace(',', '.')) === held)

export const isSamePart = (price: Price | null, key: keyof Price, value: Value) => {
  const before = price?.[key] ?? null
  return typeof value === 'number' ? before !== null && Number(before) === value : before === value
}

const isName = (entity: Entity, key: string, value: Value): value is string =>
  typeof value === 'string' && entity.fields[key]?.kind === 'reference'

const isKnown = (entity: Entity, { price, names, values }: Known, key: string, value: Value) => {
  const priceKey = priceKeyOf(key)
  // A date alone is no change.
  if (priceKey === 'validFrom') return true
  // Also before the first day of its prices a record has the default price.
  if (priceKey) return isSamePart(price ?? defaultPrice, priceKey, value)
  if (isName(entity, key, value)) return normalKey(names[key] ?? '') === normalKey(value)
  return isSame(values[key], value)
}

/** An empty cell does not clear required fields or fields that always have a value. */
const isClearable = (entity: Entity, key: string): boolean =>
  priceKeyOf(key)
    ? key === 'pricing.costPrice' || key === 'pricing.listPrice'
    : !entity.fields[key]?.required &&
      entity.fields[key]?.kind !== 'flag' &&
      !(entity.csv?.identifiers.includes(key) ?? false)

const sorted = (
  entity: Entity,
  given: Iterable<readonly [string, Value]>,
  validFrom: Value | undefined,
): Changes => {
  const body: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  let pricing: Record<string, unknown> | undefined
  for (const [key, value] of given) {
    const priceKey = priceKeyOf(key)
    if (priceKey === 'validFrom') continue
    if (priceKey) (pricing ??= {})[priceKey] = value
    else if (isName(entity, key, value)) names[key] = value
    else body[key] = value
  }
  if (pricing) body['pricing'] = validFrom === undefined ? pricing : { ...pricing, validFrom }
  return { body, names }
}

/** Adds the price unit: the row's price unit, otherwise its own unit. */
const withPriceUnit = (given: ReadonlyMap<string, Value>, price: Price | null) => {
  const unit = given.get('unit')
  const isPriced =
    price !== null || [...given.keys()].some((key) => key !== validFromKey && priceKeyOf(key))
  const said = new Map(given)
  if (typeof unit === 'string' && isPriced && !given.has('pricing.unit'))
    said.set('pricing.unit', unit)
  return said
}

const amounts = ['pricing.costPrice', 'pricing.listPrice']

/** The differences from the record, or the values for a new date; null if there are none, as in most rows. */
export const differences = (
  entity: Entity,
  { given, blank }: ReadRow,
  known: Known,
  { emptyCells }: ImportOptions,
): Changes | null => {
  const said = withPriceUnit(given, known.price)
  if (emptyCells === 'clear')
    for (const key of blank) {
      const field = entity.fields[key]
      if (isClearable(entity, key)) said.set(key, field ? emptyOf(field) : null)
    }
  const isOfNewDay = (key: string) => known.isNewDay && amounts.includes(key)
  const different = [...said].filter(
    ([key, value]) => isOfNewDay(key) || !isKnown(entity, known, key, value),
  )
  return different.length > 0 ? sorted(entity, different, given.get(validFromKey)) : null
}

/** Cleared amounts end the price that another row has from an earlier day. */
const endedAmounts = ({ given, blank }: ReadRow, { emptyCells }: ImportOptions) =>
  emptyCells === 'clear' && given.has(validFromKey) ? amounts.filter((key) => blank.has(key)) : []

export const newRecord = (entity: Entity, row: ReadRow, options: ImportOptions): Changes => {
  const said = withPriceUnit(row.given, null)
  for (const key of endedAmounts(row, options)) said.set(key, null)
  return sorted(entity, said, row.given.get(validFromKey))
}
