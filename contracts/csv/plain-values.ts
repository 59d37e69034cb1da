import { measured } from '../field-schemas.ts'
import type { Field, Kind, Value } from '../fields.ts'
import { isPrintable, manyLines, oneLine } from '../text.ts'
import { currencies, defaultPrice, leastFactor, mostFactor } from '../pricing.ts'
import { longestUnit } from '../unit-length.ts'

/**
 * What a value becomes that is beyond doubt; undefined leaves it to the schema. Most cells of a file are
 * plain text and small numbers, and a schema takes ten times as long to say so.
 */
type Plain<T> = (value: unknown, field: Field) => T | undefined

const textIn =
  (form: (text: string) => string): Plain<string> =>
  (value, { max = 1_000 }) => {
    if (typeof value !== 'string' || value.length > max || !isPrintable(value)) return undefined
    return form(value) || undefined
  }
const text = textIn(oneLine)

const number: Plain<number> = (value) =>
  typeof value === 'number' && Math.abs(value) <= 1e15 ? value : undefined

export const plainValue: Partial<Record<Kind, Plain<Value>>> = {
  text,
  multiline: textIn(manyLines),
  phone: text,
  suggestion: text,
  number,
  measure: (value, field) => {
    const said = number(value, field) ?? text(value, field)
    return said === undefined ? undefined : measured(said)
  },
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  choice: (value, { options = [] }) => options.find((option) => option === value),
}

const fewDecimals = /^\d{1,9}(\.\d{1,4})?$/
const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && fewDecimals.test(String(value)) ? value : undefined

/** In the order of a price's schema. */
const prices: readonly (readonly [string, number | string | null, (value: unknown) => unknown])[] =
  [
    ['costPrice', defaultPrice.costPrice, amount],
    [
      'costPriceCurrency',
      defaultPrice.costPriceCurrency,
      (value) => currencies.find((currency) => currency === value),
    ],
    [
      'priceFactor',
      Number(defaultPrice.priceFactor),
      (value) =>
        Number(value) >= leastFactor && Number(value) <= mostFactor ? amount(value) : undefined,
    ],
    ['listPrice', defaultPrice.listPrice, amount],
    [
      'unit',
      defaultPrice.unit,
      (value) => text(value, { kind: 'text', label: '', max: longestUnit }),
    ],
  ]
const priceKeys = new Set(prices.map(([key]) => key))

/** A price that is beyond doubt: a new one with what it takes by default, a change with what it says. */
export const plainPrice = (price: unknown, isNew: boolean): object | undefined => {
  if (typeof price !== 'object' || price === null || Array.isArray(price)) return undefined
  const said = price as Readonly<Record<string, unknown>>
  for (const key in said) if (!priceKeys.has(key)) return undefined
  const plain: Record<string, unknown> = {}
  for (const [key, absent, take] of prices) {
    if (said[key] === undefined) {
      if (isNew) plain[key] = absent
      continue
    }
    const value = take(said[key])
    if (value === undefined) return undefined
    plain[key] = value
  }
  return plain
}
