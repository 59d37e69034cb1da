import { onceFor, type Entity } from '../entity.ts'
import type { Field } from '../fields.ts'

/** A column of a list as it is downloaded. */
export type ListColumn = {
  readonly key: string
  readonly label: string
  /** Of the entity; what is of its price has none. */
  readonly field?: Field
}

const priceColumns = [
  { key: 'costPrice', label: 'Kostpris' },
  { key: 'listPrice', label: 'Listepris' },
  { key: 'salesPrice', label: 'Salgspris' },
  /** Its price, currency and day: three columns of a file. */
  { key: 'coming', label: 'Neste pris' },
  { key: 'offers', label: 'Andre leverandører' },
] as const satisfies readonly ListColumn[]

export const listColumns = onceFor((entity: Entity): readonly ListColumn[] => [
  ...Object.entries(entity.fields).map(([key, field]) => ({ key, label: field.label, field })),
  ...(entity.priced ? priceColumns : []),
])
