import { z } from 'zod'
import { echoed, line, lines, requiredLine } from '../field-schemas.ts'
import { sortOrder } from './links.ts'
import { required } from '../validation.ts'

const filled = line().min(1, required)
const optional = line(200)
  .nullish()
  .transform((value) => value || null)

export const attributeBody = z
  .strictObject({
    description: filled,
    value: filled,
    unit: optional,
    drawingNumber: optional,
    editable: z.boolean().default(true),
    sortOrder: sortOrder.default(0),
  })
  .meta({ id: 'AttributeCreate' })

/** Without defaults: what is not sent keeps its value. */
export const changedAttributeBody = attributeBody.extend({
  ...echoed('id', 'assemblyId', 'createdAt'),
  editable: z.boolean().optional(),
  sortOrder: sortOrder.optional(),
})

export const attributeAnswer = z
  .strictObject({
    id: z.int(),
    assemblyId: z.int(),
    description: z.string(),
    value: z.string(),
    unit: z.string().nullable(),
    drawingNumber: z.string().nullable(),
    editable: z.boolean(),
    sortOrder: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Attribute' })
export type AttributeAnswer = z.output<typeof attributeAnswer>

export const cloneBody = z
  .strictObject({
    name: requiredLine('Navn er påkrevd'),
    description: lines().nullish(),
  })
  .meta({ id: 'AssemblyClone' })
