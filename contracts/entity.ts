import type { Field } from './fields.ts'
import type { PricedEntity } from './pricing.ts'

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
  /** The key by which a wholesaler's price file finds records; without it such files are not taken. */
  readonly priceFiles?: string
}

type Definition<F extends Fields> = Omit<Entity, 'fields' | 'title'> & {
  readonly fields: F
  readonly title: keyof F & string
}

/** Keeps the keys of the fields in the type, so that a misspelt one does not compile. */
export const entity = <const F extends Fields>(definition: Definition<F>): Definition<F> =>
  definition

export const fieldKeys = (entity: Entity): readonly string[] => Object.keys(entity.fields)

/** `supplierId` -> `supplier`: under which its name and object are answered. */
export const objectKey = (key: string): string => key.replace(/Id$/, '')

/** What follows from a definition, worked out once: each command and each row asks for it. */
export const onceFor = <T>(workOut: (entity: Entity) => T) => {
  const known = new Map<Entity, T>()
  return (entity: Entity): T => {
    const before = known.get(entity)
    if (before !== undefined) return before
    const found = workOut(entity)
    known.set(entity, found)
    return found
  }
}

export const referenceKeys = onceFor((entity): readonly string[] =>
  fieldKeys(entity).filter((key) => entity.fields[key]!.kind === 'reference'),
)
