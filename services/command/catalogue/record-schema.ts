import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { Kind } from '#contracts/fields.ts'
import { currencies, pricedEntities } from '#contracts/pricing.ts'
import { objectKey, referenceKeys } from './names.ts'

const text = z.string().nullable()
const kinds: Record<Kind, z.ZodType> = {
  text,
  multiline: text,
  email: text,
  url: text,
  phone: text,
  choice: text,
  suggestion: text,
  file: text,
  number: z.number().nullable(),
  measure: z.union([z.number(), z.string()]).nullable(),
  flag: z.boolean(),
  list: z.array(z.string()),
  files: z.array(z.string()),
  reference: z.int().nullable(),
}

export const pricingSchema = z.object({
  id: z.string(),
  entityType: z.enum(pricedEntities),
  entityId: z.int(),
  costPrice: z.number().nullable(),
  costPriceCurrency: z.enum(currencies),
  priceFactor: z.number(),
  listPrice: z.number().nullable(),
  salesPrice: z.number().nullable(),
  unit: z.string(),
  costPriceUpdatedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** A record as it is answered, for the API's description. */
export const recordSchema = (entity: Entity): z.ZodType => {
  const shape: Record<string, z.ZodType> = { id: entity.name === 'projects' ? z.uuid() : z.int() }
  for (const [key, field] of Object.entries(entity.fields))
    shape[key] = kinds[field.kind].describe(field.label)
  for (const key of referenceKeys(entity)) {
    shape[`${objectKey(key)}Name`] = text
    shape[objectKey(key)] = z.object({ id: z.int(), name: text }).nullable()
  }
  if (entity.priced) shape['pricing'] = pricingSchema.nullable()
  return z.object({ ...shape, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })
}
