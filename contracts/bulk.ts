import { z } from 'zod'
import { bulkKeys, listKeys, mostSelected } from './bulk-fields.ts'
import { limitMissing, optionsSchema } from './csv/options.ts'
import { decimalsOf } from './decimal.ts'
import { onceFor, type Entity } from './entity.ts'
import { changeSchema, recordId } from './field-schemas.ts'
import type { Field, Value } from './fields.ts'
import { largestInteger } from './integers.ts'
import { pricingChanges } from './pricing.ts'
import { reason } from './reason.ts'
import { capitalized } from './text.ts'

const percent = z
  .number()
  .gt(-100, 'Må være mer enn -100')
  .max(1_000, 'Kan ikke være større enn 1000')
  .refine((value) => decimalsOf(value) <= 2, 'Kan ha høyst 2 desimaler')
  .optional()

const { priceFactor, validFrom } = pricingChanges.shape
const pricing = z.strictObject({
  costPercent: percent.describe('Så mange prosent mer i kostpris; negativt er mindre'),
  listPercent: percent.describe('Så mange prosent mer i listepris; negativt er mindre'),
  priceFactor,
  validFrom,
})

const { maxMovedPrices, movedPercent } = optionsSchema.shape
const limits = {
  maxMovedPrices: z
    .int()
    .min(0)
    .max(largestInteger)
    .optional()
    .describe(maxMovedPrices.description!),
  movedPercent: z.number().min(0).optional().describe(movedPercent.description!),
}

const selection = {
  ids: z
    .array(recordId)
    .min(1, 'Velg minst én')
    .max(mostSelected)
    .overwrite((ids) => [...new Set(ids)])
    .describe('Postene; /api/{collection}/ids svarer dem et søk finner'),
  dryRun: z.boolean().default(false).describe('true: ingenting skrives'),
  reason,
}

const fieldsOf = (
  { fields }: Entity,
  keys: readonly string[],
  schema: (field: Field) => z.ZodType<Value | undefined>,
) => z.strictObject(Object.fromEntries(keys.map((key) => [key, schema(fields[key]!)])))

const hasBothLimitsOrNone = (body: Readonly<Record<string, unknown>>): boolean =>
  (body['maxMovedPrices'] === undefined) === (body['movedPercent'] === undefined)

const hasNoChanges = (body: Readonly<Record<string, unknown>>): boolean =>
  ['set', 'add', 'remove', 'pricing'].every((part) => Object.keys(body[part] ?? {}).length === 0)

export const bulkChangeBody = onceFor((entity: Entity) => {
  const lists = fieldsOf(entity, listKeys(entity), changeSchema)
  const body = z.strictObject({
    ...selection,
    set: fieldsOf(entity, bulkKeys(entity), changeSchema).optional().describe('Nye verdier'),
    ...(listKeys(entity).length > 0 && {
      add: lists.optional().describe('Legges til i lister'),
      remove: lists.optional().describe('Tas ut av lister'),
    }),
    ...(entity.priced && { pricing: pricing.optional(), ...limits }),
  })
  return body
    .refine((change) => !hasNoChanges(change), {
      path: ['set'],
      message: 'Velg hva som skal endres',
    })
    .refine(hasBothLimitsOrNone, { path: ['movedPercent'], message: limitMissing })
    .meta({ id: `${capitalized(entity.stream)}BulkChange` })
})

type Lists = Readonly<Record<string, readonly string[]>>

export type BulkChange = {
  readonly set?: Readonly<Record<string, Value>> | undefined
  readonly add?: Lists | undefined
  readonly remove?: Lists | undefined
  readonly pricing?: z.output<typeof pricing> | undefined
}
export type BulkWork =
  | { readonly kind: 'change'; readonly change: BulkChange }
  | { readonly kind: 'delete' }

export const bulkDeleteBody = z.strictObject(selection).meta({ id: 'BulkDelete' })
type Selection = z.output<typeof bulkDeleteBody>
type Limits = z.output<z.ZodObject<typeof limits>>
export type BulkChangeBody = Selection & BulkChange & Limits
