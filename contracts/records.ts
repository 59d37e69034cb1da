import { z } from 'zod'
import { assemblyParts } from './assembly/answers.ts'
import { costSum } from './assembly/cost-answers.ts'
import { idKeyOf, linkKinds, recordKey, type LinkKind } from './assembly/link-kinds.ts'
import { changedValues, linkValues } from './assembly/links.ts'
import { entityNamed } from './catalogue/index.ts'
import { nameKey, objectKey, onceFor, referenceKeys, type Entity } from './entity.ts'
import { changeSchema, createSchema, echoed, recordId } from './field-schemas.ts'
import { emptyOf, withUnit, type Field, type Kind } from './fields.ts'
import { capitalized } from './text.ts'
import { pricingBody, pricingChanges, pricingSchema } from './pricing.ts'

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
  const described = schema.describe(withUnit(field.label, field))
  // A manufacturer created by an import has no supplier, although forms require one.
  const isThere = field.kind !== 'reference' && (field.required || emptyOf(field) !== null)
  return isThere ? described : described.nullable()
}

const shapeOf = <S>(entity: Entity, schema: (field: Field) => S): Record<string, S> =>
  Object.fromEntries(Object.entries(entity.fields).map(([key, field]) => [key, schema(field)]))

const named = z.strictObject({ id: z.int(), name: z.string() })

const nameOf = ({ stream }: Entity): string => capitalized(stream)

export const recordSchema = onceFor((entity: Entity) =>
  z
    .strictObject({
      id: entity.name === 'projects' ? z.uuid() : z.int(),
      ...shapeOf(entity, valueSchema),
      ...Object.fromEntries(
        referenceKeys(entity).flatMap((key) => [
          [nameKey(key), z.string().nullable()],
          [objectKey(key), named.nullable()],
        ]),
      ),
      ...(entity.priced && { pricing: pricingSchema.nullable() }),
      ...(entity.name === 'assemblytypes' && {
        ...assemblyParts,
        cost: costSum.optional().describe('Hva én koster; bare i lista over sammenstillinger'),
      }),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
    })
    .meta({ id: nameOf(entity) }),
)

export const linkSchema = (kind: LinkKind) => {
  return z.strictObject({
    id: z.int().describe('Koblingens egen id'),
    assemblyId: z.int(),
    ...(kind === 'subassembly' && { parentAssemblyId: z.int() }),
    [idKeyOf(kind)]: z.int(),
    ...linkValues,
    createdAt: z.iso.datetime(),
    [recordKey(kind)]: recordSchema(entityNamed(linkKinds[kind].entity)).nullable(),
  })
}

/** A link as it was answered may be sent back. */
export const linkChangeBody = (kind: LinkKind) => {
  const answered = Object.keys(linkSchema(kind).shape).filter((key) => !(key in linkValues))
  return z.strictObject({
    ...echoed(...answered),
    [idKeyOf(kind)]: recordId.optional().describe('Som i adressen'),
    ...changedValues,
  })
}

const readOnlyOf = (entity: Entity) =>
  echoed(
    ...Object.keys(recordSchema(entity).shape).filter(
      (key) => !(key in entity.fields) && key !== 'pricing',
    ),
  )

const requiredKeys = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((key) => fields[key]!.required)

export const createBody = onceFor((entity: Entity) =>
  z
    .strictObject({
      ...readOnlyOf(entity),
      ...shapeOf(entity, createSchema),
      ...(entity.priced && { pricing: pricingBody.nullish() }),
    })
    .meta({ id: `${nameOf(entity)}Create`, required: requiredKeys(entity) }),
)

const importSchema = (field: Field) =>
  createSchema(field.importsWithout ? { ...field, required: false } : field)

export const importBody = onceFor((entity: Entity) =>
  z.strictObject({
    ...shapeOf(entity, importSchema),
    ...(entity.priced && { pricing: pricingBody.nullish() }),
  }),
)

export const changeBody = onceFor((entity: Entity) =>
  z
    .strictObject({
      ...readOnlyOf(entity),
      ...shapeOf(entity, changeSchema),
      ...(entity.priced && { pricing: pricingChanges.nullish() }),
    })
    .meta({ id: `${nameOf(entity)}Change` }),
)
