import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import { columnsFor, faultHeading, normalHeading, type Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { readStored, writeStored } from '../lib/stored.ts'

/** Remembers the mapping per set of headings, since a supplier's next file usually has the same ones. */
const key = ({ name }: Entity, headings: readonly string[]) =>
  `stykkliste.kolonner.${name}.${headings.join(';')}`

export const keptMapping = (entity: Entity, headings: readonly string[]) =>
  readStored<Mapping>(key(entity, headings))

export const keepMapping = (entity: Entity, headings: readonly string[], mapping: Mapping) =>
  writeStored(key(entity, headings), mapping)

/** Empty until the job has read the headings. */
export const headingsOf = ({ headings, answer }: JobAnswer): readonly string[] =>
  (headings ?? answer?.understood.columns.map(({ heading }) => heading) ?? []).filter(
    (heading) => heading !== '' && heading !== faultHeading,
  )

/** Headings of other systems. Only suggestions: "Pris" may be the list price, and "Navn" the supplier's name. */
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
  supplierId: /leverand|grossist|^lev$/,
  contactPerson: /kontakt/,
  contactPhone: /telefon|tlf|mobil/,
  website: /web|nett(side|sted)|hjemmeside/,
}

/** Used only if no other heading matches. */
const vagueHints: typeof hints = {
  description: /^(vare|produkt|artikkel|tekst|navn)$/,
  'pricing.costPrice':
    /^(stk|enhets|vare)?pris(?!enhet|faktor|gruppe|dato|type)(?!.*(brutto|liste|veil|ink))/,
}

export const guessMapping = (entity: Entity, headings: readonly string[]): Mapping => {
  const known = columnsFor(entity, headings)
  const unknown = headings.filter((heading, at) => heading !== '' && !known[at])
  const guesses: Record<string, string> = {}
  for (const table of [hints, vagueHints])
    for (const column of columnsOf(entity)) {
      const { key } = column
      if (known.includes(column) || Object.values(guesses).includes(key)) continue
      const found = unknown.find(
        (one) => guesses[one] === undefined && table[key]?.test(normalHeading(one)),
      )
      if (found !== undefined) guesses[found] = key
    }
  return guesses
}

/** The column key of each heading: chosen, read by the server, or guessed. */
export const mappingOf = (entity: Entity, job: JobAnswer, chosen: Mapping): Mapping => {
  const headings = headingsOf(job)
  const known = columnsFor(entity, headings)
  const read = new Map(job.answer?.understood.columns.map(({ heading, field }) => [heading, field]))
  const keyOf = (heading: string) =>
    job.answer
      ? columnsOf(entity).find((column) => column.heading === read.get(heading))?.key
      : known[headings.indexOf(heading)]?.key
  const guesses = job.answer ? {} : guessMapping(entity, headings)
  return Object.fromEntries(
    headings.map((heading) => [
      heading,
      chosen[heading] ?? keyOf(heading) ?? guesses[heading] ?? '',
    ]),
  )
}

/** Null if the mapping is valid. */
export const mappingProblem = (entity: Entity, mapping: Mapping): string | null => {
  const keys = Object.values(mapping)
  const named = (headings: readonly string[]) => headings.map((one) => `«${one}»`).join(' og ')
  const columns = columnsOf(entity)
  const twice = columns.filter(({ key }) => keys.filter((one) => one === key).length > 1)
  if (twice.length > 0)
    return `${named(twice.map(({ heading }) => heading))} er valgt flere ganger.`
  const missing = columns.filter(({ key, required }) => required && !keys.includes(key))
  return missing.length > 0
    ? `Velg også hvilken kolonne som er ${named(missing.map(({ heading }) => heading))}.`
    : null
}
