import { z } from 'zod'
import { required } from '../norwegian.ts'

export const unitSuggestions =
  'mm cm m kg g t °C bar psi V A W kW Hz rpm m/s m/min l/min m³/h %'.split(' ')

const filled = z.string(required).trim().min(1, required)
const optional = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((value) => value || null)

/** Body of POST /api/assemblytypes/{id}/attributes. */
export const newAttribute = z.strictObject({
  description: filled.max(1_000),
  value: filled.max(1_000),
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
  name: z.string('Navn er påkrevd').trim().min(1, 'Navn er påkrevd').max(1_000),
  description: z.string().trim().max(10_000).nullish(),
})
