import { onceFor, type Entity } from '../entity.ts'
import { withUnit } from '../fields.ts'
import type { FieldKey } from '../catalogue/index.ts'
import { columnOf, columnsOf, isAmountColumn, type CsvColumn, type PriceCell } from './columns.ts'
import { withoutCurrency } from './amounts.ts'

export const normalHeading = (text: string): string =>
  text
    .toLowerCase()
    // Removes accents: å becomes a.
    .normalize('NFD')
    .replaceAll('æ', 'a')
    .replaceAll('ø', 'o')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('aa', 'a')
    .replace(/[^a-z0-9]/g, '')

/** The column that files of rejected rows have for the reason. */
export const faultHeading = 'Feil'

type Names = Partial<Record<FieldKey | `pricing.${PriceCell}`, readonly string[]>>
const namesAt = (names: Readonly<Record<string, readonly string[] | undefined>>, key: string) =>
  names[key] ?? []

const synonyms: Names = {
  orderEmail: ['Bestilling e-post', 'Bestillings e-post', 'Ordreepost', 'Order e-mail'],
  contactEmail: ['Contact e-mail'],
  contactPhone: ['Telefon', 'Kontakttelefon'],
  website: ['Hjemmeside', 'Web', 'URL'],
  supplierArticlenumber: [
    'Leverandørens art.nr',
    'Leverandør artikkelnummer',
    'Leverandørens artikkelnummer',
    'Supplier article number',
    'Supplier article no',
  ],
  itoArticlenumber: ['ITO artikkelnummer', 'ITO article number', 'ITO nr'],
  electricalNumber: ['Elnr', 'Electrical number'],
  drawingNumber: ['Tegn.nr'],
  supplierId: ['Supplier', 'Supplier name', 'Leverandørnavn'],
  manufacturerId: ['Manufacturer', 'Manufacturer name', 'Produsentnavn', 'Fabrikat'],
  communicationtype: ['Communication type'],
  constructiontype: ['Construction type'],
  outputtype: ['Output type'],
  connectortype: ['Connector type'],
  defaultbracket: ['Default bracket'],
  bracketoptions: ['Bracket options'],
  reflexoptions: ['Reflex options', 'Refleks alternativer'],
  softstarter: ['Soft starter'],
  allowedPrefix: ['Allowed prefixes'],
  frq: ['Frequency'],
  'pricing.costPrice': ['Innkjøpspris', 'Innpris'],
  'pricing.costPriceCurrency': ['Valuta', 'Currency'],
  'pricing.priceFactor': ['Factor', 'Faktor'],
  'pricing.unit': ['Price unit', 'pricingUnit'],
}

const namesOf = ({ key, heading, field }: CsvColumn): readonly string[] => [
  ...[heading, field.label].flatMap((name) => [name, withUnit(name, field)]),
  // Without `pricing.` the price unit would be `unit`, which is the item's own field.
  key === 'pricing.unit' ? 'pricing.unit' : key.replace('pricing.', ''),
  ...namesAt(synonyms, key),
]

const indexOf = onceFor((entity): ReadonlyMap<string, CsvColumn> => {
  const index = new Map<string, CsvColumn>()
  for (const column of columnsOf(entity))
    for (const name of namesOf(column)) {
      const normal = normalHeading(name)
      // The first column wins; template columns come first.
      if (!index.has(normal)) index.set(normal, column)
    }
  return index
})

// Names in other systems, tried in this order for columns that no exact heading matched.
// SKU before MPN: it is the seller's number, not the maker's.
const looseNames: Names = {
  supplierArticlenumber: ['SKU', 'Part Number', 'MPN'],
  'pricing.costPrice': ['Unit Price', 'Price', 'Pris'],
}

const looseColumnsOf = onceFor((entity) =>
  columnsOf(entity).flatMap((column) => {
    const names = [
      ...(isAmountColumn(column) ? namesOf(column) : []),
      ...namesAt(looseNames, column.key),
    ]
    return names.length > 0 ? [{ column, names: names.map(normalHeading) }] : []
  }),
)

export const isKnownHeading = (entity: Entity, heading: string): boolean =>
  Boolean(columnsFor(entity, [heading])[0])

/** From heading to column key, as chosen by the user; '' ignores the column. */
export type Mapping = Readonly<Record<string, string>>

export const columnsFor = (
  entity: Entity,
  headings: readonly string[],
  mapping: Mapping = {},
): readonly (CsvColumn | null)[] => {
  const index = indexOf(entity)
  const chosenFor = (heading: string) =>
    Object.hasOwn(mapping, heading) ? (columnOf(entity, mapping[heading]!) ?? null) : undefined
  const taken = new Set(headings.map(chosenFor))
  const columns = headings.map((heading) => {
    const chosen = chosenFor(heading)
    if (chosen !== undefined) return chosen
    const known = index.get(normalHeading(heading)) ?? null
    return taken.has(known) ? null : known
  })
  const open = headings.map((heading, at) =>
    columns[at] === null && chosenFor(heading) === undefined
      ? normalHeading(withoutCurrency(heading))
      : null,
  )
  for (const { column, names } of looseColumnsOf(entity)) {
    const name = columns.includes(column) ? undefined : names.find((one) => open.includes(one))
    if (name !== undefined) columns[open.indexOf(name)] = column
  }
  return columns
}
