import type { Delimiter } from '#contracts/csv/options.ts'
import { byteOrderMark, headingLine } from '#contracts/csv/write.ts'
import { columnOf, columnsOf, templateHeadings, type CsvColumn } from '#contracts/csv/columns.ts'
import { columnsFor, type Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { refuseFile, type Row } from './row.ts'

export type Header = {
  readonly line: number
  readonly headings: readonly string[]
  /** The known columns; null for an unknown column, which is ignored. */
  readonly columns: readonly (CsvColumn | null)[]
}

export const mayStandAbove = 20

const poisonous = new Set(['__proto__', 'constructor', 'prototype'])

// Removes the escape that exports put before formulas.
const cleaned = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => cell.trim().replace(/^'(?=[=+\-@])/, ''))

const missingFrom = (entity: Entity, columns: readonly (CsvColumn | null)[]) =>
  columnsOf(entity).filter((column) => column.required && !columns.includes(column))

const filled = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** A single text, but not a whole row read with the wrong separator. */
const isTitle = (row: Row) => filled(row) === 1 && !/[;\t|]/.test(row.cells.join(''))

/** Finds the first row with the required headings. Titles above it have few filled cells. */
export const createHeaderFinder = (entity: Entity, mapping: Mapping = {}) => {
  const above: Row[] = []
  const isHeader = (row: Row) =>
    missingFrom(entity, columnsFor(entity, cleaned(row.cells), mapping)).length === 0 &&
    above.every((one) => filled(one) === 1 || filled(one) * 2 < filled(row))
  const read = ({ line, cells }: Row) => readHeader(entity, line, cells, mapping)
  return {
    above: () => above.length,
    /** Returns the header if the row is one. At the last allowed row or the end, returns the best candidate. */
    look: (row: Row | null): Header | undefined => {
      if (row && isHeader(row)) return read(row)
      if (row && above.push(row) < mayStandAbove) return undefined
      const nearest = above.find((one) => !isTitle(one)) ?? above[0]
      return nearest && read(nearest)
    },
  }
}

const inShort = (headings: readonly string[]) => headings.slice(0, 30).join(' · ').slice(0, 500)

const checkRepeated = (
  headings: readonly string[],
  columns: Header['columns'],
  refuse: (message: string, column: string) => never,
): void => {
  const seen = new Map<string, number>()
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
}

const readHeader = (
  entity: Entity,
  line: number,
  cells: readonly string[],
  mapping: Mapping = {},
): Header => {
  const refuse = (message: string, column = '', among: readonly string[] | null = null) =>
    refuseFile(message, { line, column, value: column }, among)
  const headings = cleaned(cells)
  if (headings.every((heading) => heading === '')) refuse('Filen har ingen overskriftsrad.')
  const absent = Object.keys(mapping).find((heading) => !headings.includes(heading))
  if (absent !== undefined)
    refuse(
      `Filen har ingen kolonne «${absent}», som kolonnevalgene nevner. Overskriftene ble lest som: ${inShort(headings)}`,
      absent,
      headings,
    )
  const columns = columnsFor(entity, headings, mapping)
  checkRepeated(headings, columns, refuse)
  const missing = missingFrom(entity, columns)
  const names = missing.map((column) => `«${column.heading}»`).join(' og ')
  if (missing[0])
    refuse(
      `Filen mangler ${missing.length === 1 ? 'kolonnen' : 'kolonnene'} ${names}. Overskriftene ble lest som: ${inShort(headings)}`,
      missing[0].heading,
      headings,
    )
  return { line, headings, columns }
}

/** Throws UnreadableFile if the file lacks the chosen identifier; never uses another instead. */
export const identifierFor = (entity: Entity, header: Header, chosen?: string): string => {
  const has = (key: string) => header.columns.some((column) => column?.key === key)
  if (chosen === undefined) return entity.csv?.identifiers.find(has) ?? entity.title
  if (has(chosen)) return chosen
  const heading = columnOf(entity, chosen)?.heading ?? chosen
  return refuseFile(
    `Filen mangler kolonnen «${heading}», som er valgt som unik nøkkel. Velg en annen nøkkel, eller hvilken kolonne det er.`,
    { line: header.line, column: heading },
    header.headings,
  )
}

/** Commas as the screens describe; semicolons for a Norwegian Excel. */
export const template = (entity: Entity, delimiter: Delimiter = ','): string =>
  `${delimiter === ',' ? '' : byteOrderMark}${headingLine(templateHeadings(entity), delimiter)}`
