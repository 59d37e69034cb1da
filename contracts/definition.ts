import type { Field, Fields } from './fields.ts'
import type { Noun } from './noun.ts'

type CsvImport<Key = string> = {
  readonly template: string
  /** Keys that can identify a row's record; the first is the default. */
  readonly identifiers: readonly Key[]
  /** The price columns precede this field; without it the template has none. */
  readonly pricesBefore?: Key
  /** Key that rows of a wholesaler's price file match; without it such files are refused. */
  readonly priceFiles?: Key
}

/** Validation, streams, tables, columns, forms, lists, OpenAPI and CSV are derived from it. */
export type Definition = {
  /** The REST collection, /api/{name}, and the read table. */
  readonly name: string
  /** Prefix of the stream names, `{stream}-{id}`. */
  readonly stream: string
  readonly noun: Noun
  readonly fields: Fields
  /** The field that names a record in messages, pickers and titles. */
  readonly title: string
  /** What its prices are stored under: its `stream`. */
  readonly priced?: string
  readonly csv?: CsvImport
}

type Given = Omit<Definition, 'priced'> & { readonly priced?: true }
type Defined<D extends Given> = D extends { readonly priced: true }
  ? Omit<D, 'priced'> & { readonly priced: D['stream'] }
  : D

/** What a supplier's offer has, and becomes the part's own when the offer is preferred. */
type Bought = {
  readonly fields: Readonly<
    Record<'supplierId' | 'supplierArticlenumber' | 'minimumOrder' | 'leadTime', Field>
  >
}

/** Keys that answers, queries or tables have for something else. */
export const takenKeys = [
  'id',
  'createdAt',
  'updatedAt',
  'version',
  'pricing',
  'costPrice',
  'costPriceCurrency',
  'costPriceUpdatedAt',
  'priceFactor',
  'priceUnit',
  'salesPrice',
  'listPrice',
  'offers',
  'metadata',
  'q',
  'sort',
  'order',
  'limit',
  'offset',
  'asOf',
  'validOn',
  'format',
  'columns',
  'cost',
  'attributes',
  'bomSummary',
  'bomDetails',
] as const

type Right<D extends Given> = {
  readonly title: keyof D['fields']
  readonly csv?: CsvImport<keyof D['fields']>
  readonly fields: { readonly [Key in (typeof takenKeys)[number]]?: never }
} & (D extends { readonly priced: true } ? Bought : unknown)

export const entity = <const D extends Given>(definition: D & Right<D>): Defined<D> => {
  const { priced, stream }: Given = definition
  return { ...definition, ...(priced && { priced: stream }) } as unknown as Defined<D>
}
