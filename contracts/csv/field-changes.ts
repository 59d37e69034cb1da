import type { Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import type { Body, Known, Names } from './differences.ts'
import { shown } from './problems.ts'

/** One field that an import changes; a reference by its name. What it costs is told by price changes. */
export type FieldChange = {
  readonly field: string
  readonly from: Value
  readonly to: Value
}

const cut = (value: Value): Value => (typeof value === 'string' ? shown(value) : value)

/** What a row changes of a record, in the order of its fields. */
export const fieldChanges = (
  { fields }: Entity,
  { values, names: held }: Known,
  { body, names }: { readonly body: Body; readonly names: Names },
): readonly FieldChange[] =>
  Object.entries(fields)
    .filter(([key]) => Object.hasOwn(body, key) || Object.hasOwn(names, key))
    .map(([key, { kind, label }]) => ({
      field: label,
      from: cut((kind === 'reference' ? held[key] : values[key]) ?? null),
      to: cut(names[key] ?? (body[key] as Value) ?? null),
    }))
