import { z } from 'zod'
import { line, lines } from '../field-schemas.ts'
import { required } from '../norwegian.ts'

export const unitSuggestions =
  'mm cm m kg g t °C bar psi V A W kW Hz rpm m/s m/min l/min m³/h %'.split(' ')

const filled = line().min(1, required)
const optional = line(200)
  .nullish()
  .transform((value) => value || null)

/** Body of POST /api/assemblytypes/{id}/attributes. */
export const newAttribute = z.strictObject({
  description: filled,
  value: filled,
  unit: optional,
  drawingNumber: optional,
  editable: z.boolean().default(true),
  sortOrder: z.int().default(0),
})

/** Body of PUT /api/assemblytypes/attributes/{attributeId}: the whole attribute. */
export const changedAttribute = newAttribute
  .extend({ id: z.unknown().optional() })
  .partial({ editable: true, sortOrder: true })

/** Body of POST /api/assemblytypes/{id}/clone. */
export const cloneBody = z.strictObject({
  name: line().min(1, 'Navn er påkrevd'),
  description: lines().nullish(),
})
