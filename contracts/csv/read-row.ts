import type { Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import { currencies } from '../pricing.ts'
import { isNumeric, readCell } from './cells.ts'
import type { CsvColumn } from './columns.ts'
import type { Header } from './headings.ts'
import type { DecimalMark } from './numbers.ts'
import type { Row } from './parser.ts'
import { shown, type Problem } from './problems.ts'
import { bareAmount, currencyIn } from './amounts.ts'
import { cleanCode, hasInvisible, isCode } from './codes.ts'

/** What a row says, cell by cell, before it is known which record it is about. */
export type ReadRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** Column key to what is filled in. References are names. */
  readonly given: ReadonlyMap<string, Value>
  /** Keys of columns that the file has and the row leaves empty. */
  readonly blank: ReadonlySet<string>
  /** Codes as they stood, where cleaning changed them: a record may hold them so. */
  readonly raw: ReadonlyMap<string, string>
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

const excelShortened = /^\d+([.,]\d+)?E\+?\d+$/i

const warningsAbout = (entity: Entity, key: string, text: string): string[] => {
  const found: string[] = []
  if (text.includes('\uFFFD')) found.push('Teksten har tegn som gikk tapt før importen (�)')
  if (!isCode(entity, key)) return found
  if (hasInvisible(text)) found.push('Usynlige tegn er fjernet')
  if (excelShortened.test(text))
    found.push('Ser ut som et tall Excel har forkortet: skriv inn hele nummeret')
  if (key === 'electricalNumber' && !/^\d{7}$/.test(cleanCode(text).replaceAll(' ', '')))
    found.push('Et El-nummer har vanligvis 7 sifre')
  return found
}

/** Column key to the heading by which the file has it. */
const headingsOf =
  ({ columns, headings }: Header) =>
  (column: CsvColumn) =>
    headings[columns.indexOf(column)] ?? column.heading

/** Most rows leave nothing empty, and have nothing to clean: they share what says so. */
const noKeys: ReadonlySet<string> = new Set()
const noTexts: ReadonlyMap<string, string> = new Map()

export const readRow = (
  entity: Entity,
  header: Header,
  { line, cells }: Row,
  decimal: DecimalMark | null,
): ReadRow => {
  const given = new Map<string, Value>()
  let emptyCells: Set<string> | undefined
  let uncleaned: Map<string, string> | undefined
  const errors: Problem[] = []
  const warnings: Problem[] = []
  const heading = headingsOf(header)
  let saidCurrency: { code: string; cell: string; column: CsvColumn } | undefined

  const width = header.columns.length
  const extra = cells.slice(width).some((cell) => cell.trim() !== '')
  if (cells.length < width || extra) {
    const message = `Raden har ${cells.length} felt, og overskriften ${width}. Mangler det sitattegn eller skilletegn?`
    return {
      line,
      cells,
      given,
      blank: noKeys,
      raw: noTexts,
      warnings,
      errors: [{ line, column: '', value: shown(cells.join(' · ')), message }],
    }
  }

  header.columns.forEach((column, at) => {
    const cell = cells[at]!
    if (!column) return
    if (cell.trim() === '') {
      emptyCells ??= new Set()
      emptyCells.add(column.key)
      return
    }
    const { key, field } = column
    const amount = key.startsWith('pricing.') && isNumeric(field)
    const code = amount ? currencyIn(cell) : null
    if (code) saidCurrency ??= { code, cell, column }
    const text = key === 'pricing.costPriceCurrency' ? cell.trim().toUpperCase() : cell
    const reading = readCell(amount ? bareAmount(text) : text, field, decimal)
    if ('wrong' in reading)
      errors.push({ line, column: heading(column), value: shown(cell), message: reading.wrong })
    else {
      const { value } = reading
      const clean = typeof value === 'string' && isCode(entity, key) ? cleanCode(value) : value
      given.set(key, clean)
      if (clean !== value) {
        uncleaned ??= new Map()
        uncleaned.set(key, String(value))
      }
    }
    for (const message of warningsAbout(entity, key, text))
      warnings.push({ line, column: heading(column), value: shown(cell), message })
  })

  const currency = given.get('pricing.costPriceCurrency')
  if (saidCurrency && currency !== undefined && saidCurrency.code !== currency)
    errors.push({
      line,
      column: heading(saidCurrency.column),
      value: shown(saidCurrency.cell),
      message: `Beløpet er i ${saidCurrency.code}, men valutaen er ${currency}`,
    })
  else if (saidCurrency && currencies.some((known) => known === saidCurrency!.code))
    given.set('pricing.costPriceCurrency', saidCurrency.code)
  const blank = emptyCells ?? noKeys
  const raw = uncleaned ?? noTexts
  return { line, cells, given, blank, raw, errors, warnings }
}
