import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Value, type Values } from '#contracts/fields.ts'
import { invalid, type FieldError } from '#contracts/refusals.ts'
import { required } from '#contracts/validation.ts'
import type { Decided } from './price-decider.ts'

const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

export const valueOf = (entity: Entity, values: Values, key: string): Value =>
  values[key] ?? emptyOf(entity.fields[key]!)

const differences = (entity: Entity, item: Item, given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => !isSame(valueOf(entity, item.values, key), value),
    ),
  )

const emptiedOf = (entity: Entity, differing: Values): readonly FieldError[] =>
  Object.entries(differing)
    .filter(([key, value]) => entity.fields[key]?.required && (value === null || value === ''))
    .map(([path]) => ({ path, message: required }))

type FieldChanges = {
  readonly id: ItemId
  readonly changes: Values
  /** As it was before, which may lack what is required of people. */
  readonly isRestored?: boolean | undefined
}

export const decideFields = (
  item: Item,
  entity: Entity,
  { id, changes: wanted, isRestored }: FieldChanges,
): Decided => {
  const changes = differences(entity, item, wanted)
  const emptied = isRestored ? [] : emptiedOf(entity, changes)
  if (emptied.length > 0) return invalid(emptied)
  if (Object.keys(changes).length === 0) return []
  return [{ type: 'ItemRevised', data: { entity: entity.name, id, changes } }]
}
