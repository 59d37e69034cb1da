import { costSorts, type CostSort } from '../assembly/cost-order.ts'
import { currencies } from '../catalogue/price.ts'
import { onceFor, type Entity } from '../entity.ts'
import type { Collection, Field, Kind } from '../fields.ts'

/** What a list can be narrowed to by a column: some of its values, a range, or only whether it has one. */
export type Narrowing = 'values' | 'records' | 'flag' | 'numbers' | 'days' | 'presence'

/** A new kind of field does not compile until it is said how lists are narrowed by it. */
const narrowings: Record<Kind, Narrowing> = {
  text: 'values',
  suggestion: 'values',
  choice: 'values',
  measure: 'values',
  list: 'values',
  reference: 'records',
  flag: 'flag',
  number: 'numbers',
  multiline: 'presence',
  email: 'presence',
  url: 'presence',
  phone: 'presence',
  file: 'presence',
  files: 'presence',
}

/** A column that a list can be narrowed by. */
export type Filter = {
  readonly key: string
  readonly label: string
  readonly narrowing: Narrowing
  /** Of the entity; what is of its price, or of when it was written, has none. */
  readonly field?: Field
  readonly to?: Collection
  /** Of an assembly: which of its sums. */
  readonly sum?: (typeof costSorts)[CostSort]
  /** All values there can be, where they are known. */
  readonly options?: readonly string[]
}

const priceFilters = [
  { key: 'costPrice', label: 'Kostpris', narrowing: 'numbers' },
  { key: 'costPriceCurrency', label: 'Valuta', narrowing: 'values', options: currencies },
  { key: 'priceFactor', label: 'Prisfaktor', narrowing: 'numbers' },
  { key: 'salesPrice', label: 'Salgspris', narrowing: 'numbers' },
  { key: 'listPrice', label: 'Listepris', narrowing: 'numbers' },
  { key: 'priceUnit', label: 'Prisenhet', narrowing: 'values' },
  { key: 'costPriceUpdatedAt', label: 'Kostpris endret', narrowing: 'days' },
] as const satisfies readonly Filter[]
export type PriceFilterKey = (typeof priceFilters)[number]['key']

/** Currencies are not converted: of an assembly that costs others too, what it costs in kroner. */
const sumFilters = [
  { key: 'costPrice', label: 'Kostpris i kroner', narrowing: 'numbers', sum: costSorts.costPrice },
  {
    key: 'salesPrice',
    label: 'Salgspris i kroner',
    narrowing: 'numbers',
    sum: costSorts.salesPrice,
  },
] as const satisfies readonly Filter[]

const timeFilters = [
  { key: 'createdAt', label: 'Opprettet', narrowing: 'days' },
  { key: 'updatedAt', label: 'Endret', narrowing: 'days' },
] as const satisfies readonly Filter[]

const fieldFilter = ([key, field]: readonly [string, Field]): Filter => ({
  key,
  label: field.label,
  narrowing: narrowings[field.kind],
  field,
  ...(field.to && { to: field.to }),
  ...(field.kind === 'choice' && { options: field.options ?? [] }),
})

/** Every field of an entity, its price or costs, and when it was written. */
export const filtersOf = onceFor((entity: Entity): readonly Filter[] => [
  ...Object.entries(entity.fields).map(fieldFilter),
  ...(entity.priced ? priceFilters : []),
  ...(entity.name === 'assemblytypes' ? sumFilters : []),
  ...timeFilters,
])

/** The parameters of a filter: `type`, `weight.min`, `image.empty`. */
const suffixes: Readonly<Record<Narrowing, readonly ('' | '.min' | '.max' | '.empty')[]>> = {
  values: ['', '.empty'],
  records: ['', '.empty'],
  flag: [''],
  numbers: ['.min', '.max', '.empty'],
  days: ['.min', '.max', '.empty'],
  presence: ['.empty'],
}
export const parametersOf = ({ key, narrowing }: Filter): readonly string[] =>
  suffixes[narrowing].map((suffix) => key + suffix)

export const filterParameters = onceFor((entity: Entity): readonly string[] =>
  filtersOf(entity).flatMap(parametersOf),
)

/** What is asked of the columns, by parameter. */
export type Filters = Readonly<Record<string, readonly string[]>>
