import { costSorts, type CostSort } from '../assembly/cost-order.ts'
import { currencies } from '../catalogue/price.ts'
import { onceFor, type Entity } from '../entity.ts'
import type { Collection, Field, Kind } from '../fields.ts'

export type Narrowing = 'values' | 'records' | 'flag' | 'numbers' | 'days' | 'presence'

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

export type Filter = {
  readonly key: string
  readonly label: string
  readonly narrowing: Narrowing
  readonly field?: Field
  readonly to?: Collection
  readonly sum?: (typeof costSorts)[CostSort]
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

/** Currencies are not converted: only the sum in NOK is filtered. */
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

export const filtersOf = onceFor((entity: Entity): readonly Filter[] => [
  ...Object.entries(entity.fields).map(fieldFilter),
  ...(entity.priced ? priceFilters : []),
  ...(entity.name === 'assemblytypes' ? sumFilters : []),
  ...timeFilters,
])

/** For example `type`, `weight.min`, `image.empty`. */
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

export type Filters = Readonly<Record<string, readonly string[]>>
