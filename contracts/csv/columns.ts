import { onceFor, type Entity } from '../entity.ts'
import { choice, number, text, type Field } from '../fields.ts'
import { currencies, type Price } from '../pricing.ts'

export type CsvColumn = {
  /** A field key, or `pricing.` and a price key, as in validation paths. */
  readonly key: string
  readonly heading: string
  readonly field: Field
  /** Required in the file, and in rows of new records unless `importsWithout` is set. */
  readonly required: boolean
  /** Columns outside the template are exported, and read if a file has them. */
  readonly template: boolean
}

export type PriceCell = keyof Price | 'validFrom'

const prices: Readonly<Record<PriceCell, Field>> = {
  costPrice: number('Kostpris'),
  costPriceCurrency: choice('Kostpris valuta', { options: currencies }),
  priceFactor: number('Prisfaktor'),
  listPrice: number('Listepris'),
  unit: text('Prisenhet', { max: 10 }),
  validFrom: text('Gjelder fra'),
}

export const validFromKey = 'pricing.validFrom'

const priceColumns = (template: boolean): readonly CsvColumn[] =>
  Object.entries(prices).map(([key, field]) => ({
    key: `pricing.${key}`,
    heading: field.label,
    field,
    required: false,
    // `Enhet` is the item's own unit; the price uses it when the file has no price unit.
    template: template && key !== 'unit' && key !== 'validFrom',
  }))

export const currencyKey = 'pricing.costPriceCurrency'
export const isAmountColumn = (column: CsvColumn | null | undefined): boolean =>
  column?.key === 'pricing.costPrice' || column?.key === 'pricing.listPrice'

export const priceKeyOf = (key: string): PriceCell | undefined =>
  key.startsWith('pricing.') ? (key.slice('pricing.'.length) as PriceCell) : undefined

const isFile = ({ kind }: Field) => kind === 'file' || kind === 'files'

const columnFor = ([key, field]: readonly [string, Field]): CsvColumn => ({
  key,
  heading: field.csv ?? field.label,
  field,
  required: Boolean(field.csv && (field.csvRequired || field.required)),
  template: field.csv !== undefined,
})

export const columnsOf = onceFor((entity): readonly CsvColumn[] => {
  const own = Object.entries(entity.fields)
    .filter(([, field]) => !isFile(field))
    .map(columnFor)
  const before = entity.csv?.pricesBefore
  const all = own.flatMap((column) =>
    column.key === before ? [...priceColumns(true), column] : [column],
  )
  const inTemplate = all.filter((column) => column.template)
  return [
    ...inTemplate.filter((column) => column.required),
    ...inTemplate.filter((column) => !column.required),
    ...all.filter((column) => !column.template),
    ...(entity.priced && before === undefined ? priceColumns(false) : []),
  ]
})

export const columnOf = (entity: Entity, key: string): CsvColumn | undefined =>
  columnsOf(entity).find((column) => column.key === key)

export const templateHeadings = (entity: Entity): readonly string[] =>
  columnsOf(entity)
    .filter((column) => column.template)
    .map((column) => column.heading)
