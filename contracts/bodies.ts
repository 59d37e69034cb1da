import { z } from 'zod'
import type { Entity } from './entity.ts'
import { changeSchema, createSchema } from './field-schemas.ts'
import type { Field } from './fields.ts'
import { newPricing, pricingChanges } from './pricing.ts'
import { recordSchema } from './records.ts'

const shapeOf = <S>(entity: Entity, schema: (field: Field) => S): Record<string, S> =>
  Object.fromEntries(Object.entries(entity.fields).map(([key, field]) => [key, schema(field)]))

// Read-only fields of an answer, which forms and scripts may send back: accepted and not looked at.
const echoed = z.unknown().optional()
const readOnlyOf = (entity: Entity) =>
  Object.fromEntries(
    Object.keys(recordSchema(entity).shape)
      .filter((key) => !(key in entity.fields) && key !== 'pricing')
      .map((key) => [key, echoed]),
  )

/** Body of POST /api/{name}. Unknown fields are refused. */
export const createBody = (entity: Entity) =>
  z.strictObject({
    ...readOnlyOf(entity),
    ...shapeOf(entity, createSchema),
    ...(entity.priced && { pricing: newPricing.nullish() }),
  })

/** Body of PUT /api/{name}/{id}: only what is in it changes. */
export const changeBody = (entity: Entity) =>
  z.strictObject({
    ...readOnlyOf(entity),
    ...shapeOf(entity, changeSchema),
    ...(entity.priced && { pricing: pricingChanges.nullish() }),
  })
