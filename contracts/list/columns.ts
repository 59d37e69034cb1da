import { onceFor, type Entity } from '../entity.ts'
import type { Field } from '../fields.ts'

export type ListColumn = {
  readonly key: string
  readonly label: string
  readonly field?: Field
}

const priceColumns = [
  { key: 'costPrice', label: 'Kostpris' },
  { key: 'listPrice', label: 'Listepris' },
  { key: 'salesPrice', label: 'Salgspris' },
  /** Becomes three columns of the file: price, currency and day. */
  { key: 'coming', label: 'Neste pris' },
  { key: 'offers', label: 'Andre leverandører' },
] as const satisfies readonly ListColumn[]

export const listColumns = onceFor((entity: Entity): readonly ListColumn[] => [
  ...Object.entries(entity.fields).map(([key, field]) => ({ key, label: field.label, field })),
  ...(entity.priced ? priceColumns : []),
])
