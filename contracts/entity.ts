import { z } from 'zod'
import { changeSchema, createSchema, type Field } from './fields.ts'
import { newPricing, pricingChanges, type PricedEntity } from './pricing.ts'

export type Fields = Readonly<Record<string, Field>>

/**
 * A catalogue entity, said once. Validation, stream names, read table, columns, forms, lists, detail
 * lines, OpenAPI and CSV are derived from it. To add a field, write its line here and place its key on
 * the entity's form in web.
 */
export type Entity = {
  /** The REST collection: /api/{name}. Also the read table. */
  readonly name: EntityName
  /** Names the streams, `{stream}-{id}`, and prices' entityType. */
  readonly stream: string
  readonly noun: {
    /** 'komponent', 'komponenten' (as in 'denne komponenten'), 'komponenter'. */
    readonly one: string
    readonly the: string
    readonly many: string
  }
  readonly fields: Fields
  /** The field by which people know a record: in messages, pickers and titles. */
  readonly title: string
  readonly priced?: PricedEntity
  readonly csv?: CsvImport
}

export type EntityName =
  | 'projects'
  | 'suppliers'
  | 'manufacturers'
  | 'componenttypes'
  | 'motortypes'
  | 'sensortypes'
  | 'assemblytypes'

export type CsvImport = {
  readonly template: string
  /** Keys that may tell which record a row is about; the first is the default. */
  readonly identifiers: readonly string[]
  /** The field before which the price columns stand; without it they are not in the template. */
  readonly pricesBefore?: string
}

type Definition<F extends Fields> = Omit<Entity, 'fields' | 'title'> & {
  readonly fields: F
  readonly title: keyof F & string
}

/** Keeps the keys of the fields in the type, so that a misspelt one does not compile. */
export const entity = <const F extends Fields>(definition: Definition<F>): Definition<F> =>
  definition

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

export const fieldKeys = (entity: Entity): readonly string[] => Object.keys(entity.fields)
