import type { Problem } from '#contracts/csv/answer.ts'
import type { Header } from './header-row.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { oneLine } from '#contracts/text.ts'
import { cellWarnings } from './cell-warnings.ts'
import { isNumeric, readCell } from './cells.ts'
import { shown, type Row } from './parser.ts'
import type { FileFormat } from './scan.ts'
import { bareAmount, currenciesIn, headingCurrencies } from '#contracts/csv/amounts.ts'
import { currencyKey, isAmountColumn } from '#contracts/csv/columns.ts'
import { unwrapTextFormula } from '#contracts/csv/write.ts'

/** What a row says, cell by cell, before it is known which record it is about. */
export type ReadRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** Column key to what is filled in. References are names. */
  readonly given: ReadonlyMap<string, Value>
  /** Keys of columns that the file has and the row leaves empty. */
  readonly blank: ReadonlySet<string>
  /** It has amounts, and nobody has said in which currency. */
  readonly isCurrencyAssumed: boolean
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

const knownColumns = (entity: Entity, { columns, headings }: Header) =>
  columns.flatMap((column, at) => {
    if (!column) return []
    const { key, field } = column
    const isAmount = key.startsWith('pricing.') && isNumeric(field)
    const heading = headings[at] ?? column.heading
    const named = isAmountColumn(column) ? headingCurrencies(heading) : []
    return [{ at, key, field, heading, isCode: isCode(entity, key), isAmount, currencies: named }]
  })

/** Whether a field holds a number by which things are found, in which nothing invisible may hide. */
const isCode = (entity: Entity, key: string): boolean =>
  key === 'electricalNumber' || (entity.csv?.identifiers.includes(key) ?? false)

const amountKeys = ['pricing.costPrice', 'pricing.listPrice'] as const

const isFilled = (cell: string) => oneLine(cell) !== ''

/** Of another width than the header it says nothing for certain. */
const ofOtherWidth = ({ line, cells }: Row, width: number): ReadRow => {
  const message = `Raden har ${cells.length} felt, og overskriften ${width}. Mangler det sitattegn eller skilletegn?`
  const errors = [{ line, column: '', value: shown(cells.join(' · ')), message }]
  return {
    line,
    cells,
    given: new Map(),
    blank: new Set(),
    isCurrencyAssumed: false,
    warnings: [],
    errors,
  }
}

type Claim = {
  readonly currencies: readonly string[]
  readonly cell: string
  readonly heading: string
}
const named = ({ currencies: [first, ...others] }: Claim) =>
  others.length > 0 ? 'kroner' : String(first)

/** `stated` stands in the column of currencies, `chosen` is said of the file. Null where nothing is new. */
const rowCurrency = (claims: readonly Claim[], stated: unknown, chosen: Currency | undefined) => {
  const certain = claims.find((claim) => claim.currencies.length === 1)?.currencies[0]
  const currency = typeof stated === 'string' ? stated : (certain ?? chosen)
  if (currency === undefined) return { currency: null }
  const wrong = claims.find((claim) => !claim.currencies.includes(currency))
  if (wrong) {
    const beside =
      stated === undefined && certain !== undefined ? 'et annet i raden er i' : 'valutaen er'
    return { wrong, message: `Beløpet er i ${named(wrong)}, men ${beside} ${currency}` }
  }
  const isNew = stated === undefined && currencies.some((known) => known === currency)
  return { currency: isNew ? currency : null }
}

export const createRowReader = (
  entity: Entity,
  { header, decimal, delimiter, currency }: FileFormat,
): ((row: Row) => ReadRow) => {
  const width = header.columns.length
  // A header that ends in separators names nothing there: rows may end before them.
  const least = header.headings.findLastIndex((heading) => heading !== '') + 1
  // Between commas one too many may be a decimal comma, and all that follows it moved to the right.
  const isTooWide = (cells: readonly string[]) =>
    cells.length > width && (delimiter === ',' || cells.slice(width).some(isFilled))
  const columns = knownColumns(entity, header)
  const chosen = currency?.isChosen ? currency.code : undefined

  return (row) => {
    const { line, cells } = row
    if (cells.length < least || isTooWide(cells)) return ofOtherWidth(row, width)
    const given = new Map<string, Value>()
    const blank = new Set<string>()
    const errors: Problem[] = []
    const warnings: Problem[] = []
    const claims: Claim[] = []

    for (const column of columns) {
      const { key, field, heading, isAmount } = column
      const cell = unwrapTextFormula(cells[column.at] ?? '')
      if (!isFilled(cell)) {
        blank.add(key)
        continue
      }
      if (isAmount) {
        const own = currenciesIn(cell)
        const said = own.length > 0 ? own : column.currencies
        if (said.length > 0) claims.push({ currencies: said, cell, heading })
      }
      const text = key === currencyKey ? cell.trim().toUpperCase() : cell
      const reading = readCell(isAmount ? bareAmount(text) : text, field, decimal)
      if ('wrong' in reading)
        errors.push({ line, column: heading, value: shown(cell), message: reading.wrong })
      else given.set(key, reading.value)
      for (const message of cellWarnings(key, column.isCode, text))
        warnings.push({ line, column: heading, value: shown(cell), message })
    }

    if (claims.length > 0) {
      const found = rowCurrency(claims, given.get(currencyKey), chosen)
      if (found.wrong) {
        const { heading, cell } = found.wrong
        errors.push({ line, column: heading, value: shown(cell), message: found.message })
      } else if (found.currency) given.set(currencyKey, found.currency)
    }
    const isUnnamed =
      currency !== null && amountKeys.some((one) => given.has(one)) && !given.has(currencyKey)
    if (isUnnamed) given.set(currencyKey, currency.code)
    return {
      line,
      cells,
      given,
      blank,
      isCurrencyAssumed: isUnnamed && !currency.isChosen,
      errors,
      warnings,
    }
  }
}
