import { objectKey, valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'
import { number } from '../lib/format.ts'

type TextOf = (value: NonNullable<Value>, field: Field) => string

const withUnit: TextOf = (value, { unit }) =>
  `${typeof value === 'number' ? number(value) : String(value)}${unit ? `\u00a0${unit}` : ''}`
const joined: TextOf = (value) => (value as readonly string[]).join(', ')

/** Kinds that do not read as they are stored: in cells, in detail lines and for the search. */
const texts: Partial<Record<Kind, TextOf>> = {
  number: withUnit,
  measure: withUnit,
  list: joined,
  files: joined,
}

/** Names a field of this very entity. */
export type KeyOf<E extends Entity> = keyof E['fields'] & string

/** References read as the name of what they point at, which answers carry beside the id. */
export const valueOf = (entity: Entity, row: AnyRecord, key: string): Value => {
  const isReference = entity.fields[key]!.kind === 'reference'
  return valueAt(row, isReference ? `${objectKey(key)}Name` : key) ?? null
}

/** '' when there is nothing to show. */
export const textOf = <E extends Entity>(entity: E, row: AnyRecord, key: KeyOf<E>): string => {
  const value = valueOf(entity, row, key)
  const field = entity.fields[key]!
  if (field.kind === 'flag') return value === true ? 'Ja' : 'Nei'
  return value === null || value === '' ? '' : (texts[field.kind] ?? String)(value, field)
}
