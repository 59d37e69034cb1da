import { bareAmount, foreignCurrencyIn } from '#contracts/csv/amounts.ts'
import { chooseDecimal } from '#contracts/csv/options.ts'
import { day, wrongDay } from '#contracts/day-schema.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'
import { manyLines, oneLine } from '#contracts/text.ts'
import { readNumber, type DecimalMark, type NumberReading } from '#contracts/csv/numbers.ts'
import { unescapeFormula } from '#contracts/csv/write.ts'
import { lostMarked } from './cell-warnings.ts'
import { mayBe } from './currency.ts'
import { readList } from '#contracts/csv/lists.ts'

export type CellReading = { readonly value: Value } | { readonly wrong: string }

const comma = (number: string) => number.replace('.', ',')

const numberReading = (reading: NumberReading, written: string): CellReading => {
  if ('number' in reading) return { value: Number(reading.number) }
  if ('wrong' in reading)
    return {
      wrong:
        reading.wrong === 'too many digits'
          ? `${written} har for mange sifre`
          : `${written} er ikke et tall`,
    }
  const [decimal, thousands] = reading.either
  return {
    wrong: `${written} kan leses som ${comma(decimal)} eller ${thousands}. ${chooseDecimal}, eller skriv tallet uten tusenskille`,
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const withoutUnit = (text: string, unit: string | undefined) =>
  unit ? text.replace(new RegExp(`\\s*${escaped(unit)}$`, 'i'), '') : text

const yes = new Set(['ja', 'j', 'x', '1', 'true', 'sann', 'sant', 'yes', 'y'])
const no = new Set(['nei', 'n', '0', 'false', 'usann', 'usant', 'no'])

const flagOf = (text: string): CellReading => {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return { wrong: `Skriv Ja eller Nei, ikke ${text}` }
}

const choiceOf = (text: string, options: readonly string[]): CellReading => {
  const option = options.find((known) => known.toLowerCase() === text.toLowerCase())
  return option === undefined
    ? { wrong: `Verdien må være en av: ${options.join(', ')}` }
    : { value: option }
}

const looksNumeric = /^-?\d{1,15}([.,]\d{1,15})?$/
/** A measure is a number or a text: "Ø20 kile" and "05" are texts. */
const measureOf = (text: string, mark: DecimalMark | null): CellReading =>
  looksNumeric.test(text) && !/^-?0\d/.test(text)
    ? numberReading(readNumber(text, mark), text)
    : { value: text }

const textOf = (text: string): CellReading => ({
  value: oneLine(lostMarked(text)),
})

type Reader = (text: string, field: Field, mark: DecimalMark | null) => CellReading

const readers: Record<Kind, Reader> = {
  text: textOf,
  email: textOf,
  url: textOf,
  phone: textOf,
  suggestion: textOf,
  reference: textOf,
  file: textOf,
  multiline: (text) => ({ value: manyLines(lostMarked(text)) }),
  number: (text, { unit }, mark) => numberReading(readNumber(withoutUnit(text, unit), mark), text),
  measure: (text, _, mark) => measureOf(oneLine(text), mark),
  flag: flagOf,
  choice: (text, { options }) => choiceOf(text, options ?? []),
  list: (text) => ({ value: readList(lostMarked(text)).map(oneLine) }),
  files: (text) => ({ value: readList(text) }),
}

export const readCell = (cell: string, field: Field, mark: DecimalMark | null): CellReading =>
  readers[field.kind](unescapeFormula(cell.trim()), field, mark)

export const readAmount = (cell: string, field: Field, mark: DecimalMark | null): CellReading => {
  const foreign = foreignCurrencyIn(cell)
  return foreign
    ? { wrong: `Beløpet er i ${foreign}, og ${mayBe}` }
    : readCell(bareAmount(cell), field, mark)
}

const numeric: ReadonlySet<Kind> = new Set<Kind>(['number', 'measure'])
export const isNumeric = (field: Field): boolean => numeric.has(field.kind)

const norwegian = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const midnight = /(?<=\d)[T ]0?0:00(?::00(?:\.0+)?)?$/

/** 2027-01-01, or 1.1.2027 as in Norwegian Excel. Databases write days with a time of 00:00:00. */
export const dayIn = (cell: string): CellReading => {
  const text = cell.trim().replace(midnight, '')
  const [, date, month, year] = norwegian.exec(text) ?? []
  const iso = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text
  const read = day.safeParse(iso)
  return read.success ? { value: read.data } : { wrong: wrongDay }
}
