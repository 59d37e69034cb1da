import type { Field, Kind, Value } from '#contracts/fields.ts'
import { number } from '../lib/format.ts'
import type { Row } from '../lib/row.ts'

type TextOf = (value: NonNullable<Value>, field: Field) => string

const plain: TextOf = String
const withUnit: TextOf = (value, { unit }) =>
  `${typeof value === 'number' ? number(value) : String(value)}${unit ? `\u00a0${unit}` : ''}`
const joined: TextOf = (value) => (value as readonly string[]).join(', ')

/** How a value of each kind reads as text: in cells, in detail lines and for the search. */
const texts: Record<Kind, TextOf> = {
  text: plain,
  multiline: plain,
  email: plain,
  url: plain,
  phone: plain,
  number: withUnit,
  measure: withUnit,
  flag: (value) => (value ? 'Ja' : 'Nei'),
  choice: plain,
  suggestion: plain,
  list: joined,
  reference: plain,
  file: plain,
  files: joined,
}

/** References read as the name of what they point at, which answers carry beside the id. */
export const valueOf = (row: Row, key: string, field: Field): Value => {
  if (field.kind !== 'reference') return (row[key] as Value | undefined) ?? null
  return (field.to === 'suppliers' ? row.supplierName : row.manufacturerName) ?? null
}

const isBlank = (value: Value) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** '' when there is nothing to show. */
export const textOf = (row: Row, key: string, field: Field): string => {
  const value = valueOf(row, key, field)
  if (field.kind === 'flag') return value === true ? 'Ja' : 'Nei'
  return isBlank(value) ? '' : texts[field.kind](value!, field)
}
