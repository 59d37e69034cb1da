import type { Entity } from '../entity.ts'
import { columnsOf } from './columns.ts'
import { isKnownHeading, normalHeading, type Mapping } from './headings.ts'

/**
 * What wholesalers and other systems call things. Too loose to be taken without asking: a "Pris" may be the
 * list price, and a "Navn" the supplier's.
 */
const hints: Readonly<Record<string, RegExp>> = {
  description: /beskriv|betegn|varetekst|(vare|produkt|artikkel)navn|benevn|descr/,
  name: /navn|name|firma|leverand/,
  orderEmail: /post|mail/,
  supplierArticlenumber: /(vare|artikkel|art|produkt|best|katalog)[a-z]*(nr|nummer|no|kode)|^sku$/,
  itoArticlenumber: /^ito|internt?nr|internnummer/,
  electricalNumber: /^el/,
  'pricing.costPrice': /netto|kost|innpris|innkj/,
  'pricing.listPrice': /brutto|liste|veil/,
  'pricing.costPriceCurrency': /valuta|currency/,
  unit: /^(?!.*(pris|price|cost|kost)).*(enhet|unit)/,
  weight: /vekt|weight/,
  manufacturerId: /produsent|fabrikat|merke|brand/,
  supplierId: /leverand|grossist/,
  contactPerson: /kontakt/,
  contactPhone: /telefon|tlf|mobil/,
  website: /web|nett(side|sted)|hjemmeside/,
}

export const guessMapping = (entity: Entity, headings: readonly string[]): Mapping => {
  const unknown = headings.filter((heading) => heading !== '' && !isKnownHeading(entity, heading))
  const known = new Set(
    headings.filter((heading) => isKnownHeading(entity, heading)).map(normalHeading),
  )
  const guesses: Record<string, string> = {}
  for (const { key, heading } of columnsOf(entity)) {
    if (known.has(normalHeading(heading))) continue
    const found = unknown.find(
      (one) => guesses[one] === undefined && hints[key]?.test(normalHeading(one)),
    )
    if (found !== undefined) guesses[found] = key
  }
  return guesses
}
