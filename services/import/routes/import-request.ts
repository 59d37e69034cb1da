import {
  choicesSchema,
  limitMissing,
  optionsSchema,
  priceFileSchema,
} from '#contracts/csv/options.ts'
import { z } from 'zod'
import { columnOf } from '#contracts/csv/columns.ts'
import type { Mapping } from '#contracts/csv/headings.ts'
import { onceFor, type Entity } from '#contracts/entity.ts'
import { reason } from '#contracts/reason.ts'
import { parse } from '#contracts/validation.ts'
import { invalid, type FieldError } from '#contracts/refusals.ts'

const fields = {
  dryRun: z.enum(['true', 'false']).default('false').describe('true: ingenting skrives'),
  ...optionsSchema.shape,
  ...choicesSchema.shape,
  reason,
}

const formOf = onceFor(({ title, csv }) =>
  z.strictObject({
    ...fields,
    ...(csv?.priceFiles && priceFileSchema.shape),
    // Without a default: a file may lack the first identifier.
    uniqueIdentifier: z.enum(csv?.identifiers.length ? csv.identifiers : [title]).optional(),
  }),
)

/** Reports unknown columns in a mapping. Headings are checked when the file is read. */
const unknownColumns = (entity: Entity, mapping: Mapping = {}): readonly FieldError[] =>
  Object.entries(mapping)
    .filter(([, key]) => key !== '' && !columnOf(entity, key))
    .map(([heading, key]) => ({
      path: `mapping.${heading}`,
      message: `«${key}» er ingen kolonne for ${entity.noun.many}`,
    }))

export const importRequest = (entity: Entity, sent: Readonly<Record<string, string>>) => {
  const form = parse(formOf(entity), sent)
  if (!form.ok) return invalid(form.errors)
  const priceFile = parse(priceFileSchema, entity.csv?.priceFiles ? sent : {})
  if (!priceFile.ok) return invalid(priceFile.errors)
  const choices = choicesSchema.parse(sent)
  const unknown = unknownColumns(entity, choices.mapping)
  if (unknown.length > 0) return invalid(unknown)
  const { uniqueIdentifier, maxMovedPrices, movedPercent } = form.value
  if ((maxMovedPrices === undefined) !== (movedPercent === undefined))
    return invalid([
      {
        path: movedPercent === undefined ? 'movedPercent' : 'maxMovedPrices',
        message: limitMissing,
      },
    ])
  return {
    options: { ...optionsSchema.parse(sent), uniqueIdentifier, priceFile: priceFile.value },
    choices,
    dryRun: form.value.dryRun === 'true',
    reason: form.value.reason,
  }
}

const { $schema: _dialect, ...described } = z.toJSONSchema(
  z.strictObject({ ...fields, ...priceFileSchema.shape }),
  { io: 'input' },
)

/** For OpenAPI only; uploads are not parsed with this schema. */
export const uploadForm = {
  ...described,
  properties: { ...described.properties, file: { type: 'string', format: 'binary' } },
  required: ['file'],
}
