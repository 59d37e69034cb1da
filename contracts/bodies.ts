import { z } from 'zod'
import type { Entity } from './entity.ts'
import { changeSchema, createSchema } from './field-schemas.ts'
import type { Field } from './fields.ts'
import { newPricing, pricingChanges } from './pricing.ts'

const shapeOf = <S>(entity: Entity, schema: (field: Field) => S): Record<string, S> =>
  Object.fromEntries(Object.entries(entity.fields).map(([key, field]) => [key, schema(field)]))

// Read-only fields of an answer, which forms and scripts may send back: accepted and not looked at.
const echoed = z.unknown().optional()
const readOnly = {
  id: echoed,
  createdAt: echoed,
  updatedAt: echoed,
}
const readOnlyOf = (entity: Entity) => ({
  ...readOnly,
  ...('supplierId' in entity.fields && { supplier: echoed, supplierName: echoed }),
  ...('manufacturerId' in entity.fields && { manufacturer: echoed, manufacturerName: echoed }),
  ...(entity.name === 'assemblytypes' && {
    attributes: echoed,
    bomSummary: echoed,
    bomDetails: echoed,
  }),
})

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
