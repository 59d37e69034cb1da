import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Field, type Kind } from '#contracts/fields.ts'
import { pricingSchema } from '../prices/pricing-schema.ts'
import { schemaOf, type AnswerParts } from './answer.ts'
import { fieldsOf, idType } from './columns.ts'

const values: Record<Kind, z.ZodType> = {
  text: z.string(),
  multiline: z.string(),
  email: z.string(),
  url: z.string(),
  phone: z.string(),
  choice: z.string(),
  suggestion: z.string(),
  file: z.string(),
  number: z.number(),
  measure: z.union([z.number(), z.string()]),
  flag: z.boolean(),
  list: z.array(z.string()),
  files: z.array(z.string()),
  reference: z.int(),
}

const valueSchema = (field: Field) => {
  const schema = field.kind === 'choice' ? z.enum([...(field.options ?? [])]) : values[field.kind]
  const described = schema.describe(field.unit ? `${field.label} (${field.unit})` : field.label)
  return field.required || emptyOf(field) !== null ? described : described.nullable()
}

const named = z.object({ id: z.int(), name: z.string() }).nullable()

/** What a record looks like when it is read. */
export const recordSchema = (entity: Entity, parts: AnswerParts = {}): z.ZodType =>
  z.object({
    id: idType(entity) === 'uuid' ? z.uuid() : z.int(),
    ...Object.fromEntries(fieldsOf(entity).map(([key, field]) => [key, valueSchema(field)])),
    ...('supplierId' in entity.fields && { supplierName: z.string().nullable(), supplier: named }),
    ...('manufacturerId' in entity.fields && {
      manufacturerName: z.string().nullable(),
      manufacturer: named,
    }),
    ...(entity.priced && { pricing: pricingSchema.nullable() }),
    ...Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, schemaOf(part)])),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
