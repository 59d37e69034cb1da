import type { Field } from './fields.ts'

export type Fields = Readonly<Record<string, Field>>

type CsvImport = {
  readonly template: string
  /** Keys that may tell which record a row is about; the first is the default. */
  readonly identifiers: readonly string[]
  /** The field before which the price columns stand; without it they are not in the template. */
  readonly pricesBefore?: string
  /** The key by which a wholesaler's price file finds records; without it such files are not taken. */
  readonly priceFiles?: string
}

/**
 * A catalogue entity, said once. Validation, stream names, read table, columns, forms, lists, detail
 * lines, OpenAPI and CSV are derived from it. To add a field, write its line here and place its key on
 * the entity's form in web.
 */
export type Definition = {
  /** The REST collection: /api/{name}. Also the read table. */
  readonly name: string
  /** Names the streams, `{stream}-{id}`. */
  readonly stream: string
  readonly noun: {
    readonly one: string
    readonly the: string
    readonly many: string
  }
  readonly fields: Fields
  /** The field by which people know a record: in messages, pickers and titles. */
  readonly title: string
  readonly priced?: string
  readonly csv?: CsvImport
}

/** Keeps names and keys in the type, so that a misspelt one does not compile. */
export const entity = <const D extends Definition>(
  definition: D & { readonly title: keyof D['fields'] },
): D => definition
