import { onceFor, type Entity } from '../entity.ts'
import { columnOf, columnsOf, isAmountColumn, type CsvColumn } from './columns.ts'
import { withoutCurrency } from './amounts.ts'
import type { Row } from './parser.ts'
import { UnreadableFile } from './problems.ts'

/** A heading without what people vary: case, spaces, signs, and æøå or what is written for them. */
export const normalHeading = (text: string): string =>
  text
    .toLowerCase()
    // Å, ö and é without what stands above them.
    .normalize('NFD')
    .replaceAll('æ', 'a')
    .replaceAll('ø', 'o')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('aa', 'a')
    .replace(/[^a-z0-9]/g, '')

/** What else people call a column, in files we have seen or can foresee. Keyed by column key. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
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
  heading,
  field.label,
  // The price unit's own last part is `unit`, which is the item's.
  key === 'pricing.unit' ? 'pricing.unit' : key.replace('pricing.', ''),
  ...(synonyms[key] ?? []),
]

const indexOf = onceFor((entity): ReadonlyMap<string, CsvColumn> => {
  const index = new Map<string, CsvColumn>()
  for (const column of columnsOf(entity))
    for (const name of namesOf(column)) {
      const normal = normalHeading(name)
      // The first to claim a name keeps it: what the template has, before the rest.
      if (!index.has(normal)) index.set(normal, column)
    }
  return index
})

/**
 * What other systems call a column, taken where nothing else in a file is that column; the first that a
 * file has is meant. Of a maker's and a seller's number it is the seller's.
 */
const looseNames: Readonly<Record<string, readonly string[]>> = {
  supplierArticlenumber: ['SKU', 'Part Number', 'MPN'],
  'pricing.costPrice': ['Unit Price', 'Price', 'Pris'],
}

/** Amounts go by all their names with a currency beside it. */
const looselyOf = onceFor((entity) =>
  columnsOf(entity).flatMap((column) => {
    const names = [
      ...(isAmountColumn(column) ? namesOf(column) : []),
      ...(looseNames[column.key] ?? []),
    ]
    return names.length > 0 ? [{ column, names: names.map(normalHeading) }] : []
  }),
)

/** The key of the column that goes by this heading, if one does. */
export const knownKey = (entity: Entity, heading: string): string | undefined =>
  columnsFor(entity, [heading])[0]?.key

export const isKnownHeading = (entity: Entity, heading: string): boolean =>
  knownKey(entity, heading) !== undefined

export type Header = {
  readonly line: number
  /** As the file has them, trimmed. */
  readonly headings: readonly string[]
  /** What each column is to us; null is a column we do not know, which is not read. */
  readonly columns: readonly (CsvColumn | null)[]
}

/** How many rows are looked at for the header. */
export const mayStandAbove = 20

const poisonous = new Set(['__proto__', 'constructor', 'prototype'])

/** Heading to the key of the column that somebody says it is; '' is one that is not to be read. */
export type Mapping = Readonly<Record<string, string>>

/** What each heading is: what was said of it goes before what it is called. */
export const columnsFor = (
  entity: Entity,
  headings: readonly string[],
  mapping: Mapping = {},
): readonly (CsvColumn | null)[] => {
  const index = indexOf(entity)
  const said = (heading: string) =>
    Object.hasOwn(mapping, heading) ? (columnOf(entity, mapping[heading]!) ?? null) : undefined
  const taken = new Set(headings.map(said))
  const columns = headings.map((heading) => {
    const chosen = said(heading)
    if (chosen !== undefined) return chosen
    const known = index.get(normalHeading(heading)) ?? null
    return taken.has(known) ? null : known
  })
  const open = headings.map((heading, at) =>
    columns[at] === null && said(heading) === undefined
      ? normalHeading(withoutCurrency(heading))
      : null,
  )
  for (const { column, names } of looselyOf(entity)) {
    const name = columns.includes(column) ? undefined : names.find((one) => open.includes(one))
    if (name !== undefined) columns[open.indexOf(name)] = column
  }
  return columns
}

// What an export defused is a heading all the same.
const cleaned = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => cell.trim().replace(/^'(?=[=+\-@])/, ''))

const missingFrom = (entity: Entity, columns: readonly (CsvColumn | null)[]) =>
  columnsOf(entity).filter((column) => column.required && !columns.includes(column))

const filled = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** One text alone; not a whole row that was read with another separator. */
const isTitle = (row: Row) => filled(row) === 1 && !/[;\t|]/.test(row.cells.join(''))

/**
 * Finds the header among the first rows, handed over one by one: the first that has the columns a file
 * must have. Above it may stand what a list calls itself and its date, which fills few cells of a row.
 */
export const headerFinder = (entity: Entity, mapping: Mapping = {}) => {
  const above: Row[] = []
  const isHeader = (row: Row) =>
    missingFrom(entity, columnsFor(entity, cleaned(row.cells), mapping)).length === 0 &&
    above.every((one) => filled(one) === 1 || filled(one) * 2 < filled(row))
  const read = ({ line, cells }: Row) => readHeader(entity, line, cells, mapping)
  return {
    above: () => above.length,
    /** The header, if the row is that; at the last that may be, or the end, what is nearest to one. */
    look: (row: Row | null): Header | undefined => {
      if (row && isHeader(row)) return read(row)
      if (row && above.push(row) < mayStandAbove) return undefined
      const nearest = above.find((one) => !isTitle(one)) ?? above[0]
      return nearest && read(nearest)
    },
  }
}

const inShort = (headings: readonly string[]) => headings.slice(0, 30).join(' · ').slice(0, 500)

/** Says what each column is. Throws UnreadableFile for a header that could be understood in two ways. */
const readHeader = (
  entity: Entity,
  line: number,
  cells: readonly string[],
  mapping: Mapping = {},
): Header => {
  const refuse = (message: string, column = '', among: readonly string[] | null = null) => {
    throw new UnreadableFile(message, { line, column, value: column }, among)
  }
  const headings = cleaned(cells)
  if (headings.every((heading) => heading === '')) refuse('Filen har ingen overskriftsrad.')
  const absent = Object.keys(mapping).find((heading) => !headings.includes(heading))
  if (absent !== undefined)
    refuse(
      `Filen har ingen kolonne «${absent}», som kolonnevalgene nevner. Overskriftene ble lest som: ${inShort(headings)}`,
      absent,
      headings,
    )
  const seen = new Map<string, number>()
  const columns = columnsFor(entity, headings, mapping)
  columns.forEach((column, at) => {
    const heading = headings[at]!
    if (poisonous.has(heading)) refuse(`Kolonnen «${heading}» kan ikke brukes.`, heading)
    const identity = column ? `column ${column.key}` : `heading ${heading.toLowerCase()}`
    const before = seen.get(identity)
    if (heading !== '' && before !== undefined)
      refuse(
        `Kolonnen «${heading}» finnes to ganger: som kolonne ${before + 1} («${headings[before]}») og ${at + 1}. Fjern den ene, eller gi den et annet navn.`,
        heading,
      )
    seen.set(identity, at)
  })
  const missing = missingFrom(entity, columns)
  if (missing.length > 0) {
    const names = missing.map((column) => `«${column.heading}»`).join(' og ')
    refuse(
      `Filen mangler ${missing.length === 1 ? 'kolonnen' : 'kolonnene'} ${names}. Overskriftene ble lest som: ${inShort(headings)}`,
      missing[0]!.heading,
      headings,
    )
  }
  return { line, headings, columns }
}
