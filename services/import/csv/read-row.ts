import type { Problem } from '#contracts/csv/answer.ts'
import { currenciesIn, headingCurrencies } from '#contracts/csv/amounts.ts'
import { currencyKey, isAmountColumn, validFromKey } from '#contracts/csv/columns.ts'
import type { DecimalMark } from '#contracts/csv/numbers.ts'
import { unwrapTextFormula } from '#contracts/csv/write.ts'
import type { Entity } from '#contracts/entity.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import type { Value } from '#contracts/fields.ts'
import { oneLine } from '#contracts/text.ts'
import { cellWarnings, isPercentage, numberWarnings } from './cell-warnings.ts'
import { dayIn, isNumeric, readAmount, readCell } from './cells.ts'
import type { FileFormat } from './file-format.ts'
import type { Header } from './header-row.ts'
import { nothingIn, shown, type ReadRow, type Row } from './row.ts'

const knownColumns = (entity: Entity, { columns, headings }: Header) =>
  columns.flatMap((column, at) => {
    if (!column) return []
    const { key, field } = column
    const isAmount = key.startsWith('pricing.') && isNumeric(field)
    const heading = headings[at] ?? column.heading
    const isPrice = isAmountColumn(column)
    const named = isPrice ? headingCurrencies(heading) : []
    // Records are found by their codes, so these may not contain invisible characters.
    const isCode = key === 'electricalNumber' || entity.csv?.identifiers.includes(key) === true
    return [{ at, key, field, heading, isCode, isAmount, isPrice, currencies: named }]
  })

type Column = ReturnType<typeof knownColumns>[number]

const read = ({ key, field, isAmount }: Column, text: string, mark: DecimalMark | null) => {
  if (key === validFromKey) return dayIn(text)
  return isAmount ? readAmount(text, field, mark) : readCell(text, field, mark)
}

const isFilled = (cell: string) => oneLine(cell) !== ''

const readCells = (row: Row, columns: readonly Column[], decimal: DecimalMark | null) => {
  const given = new Map<string, Value>()
  const blank = new Set<string>()
  const claims: Claim[] = []
  const errors: Problem[] = []
  const warnings: Problem[] = []
  for (const column of columns) {
    const { at, key, heading, isAmount, isPrice } = column
    const written = row.cells[at] ?? ''
    const problem = (value: string, message: string): Problem => ({
      line: row.line,
      column: heading,
      value: shown(value),
      message,
    })
    const fault = row.faults?.get(at)
    const cell = unwrapTextFormula(written)
    if (fault !== undefined) errors.push(problem(written, fault))
    else if (!isFilled(cell)) blank.add(key)
    else {
      const own = isAmount ? currenciesIn(cell) : []
      const said = own.length > 0 ? own : column.currencies
      if (said.length > 0) claims.push({ currencies: said, cell, heading })
      const text = key === currencyKey ? cell.trim().toUpperCase() : cell
      const reading = read(column, text, row.numbers?.has(at) ? '.' : decimal)
      if ('wrong' in reading) errors.push(problem(cell, reading.wrong))
      else given.set(key, reading.value)
      const number = row.numbers?.get(at)
      const isDoubtful = column.field.numbering || (isPrice && number && isPercentage(number))
      const found = [
        ...cellWarnings(key, column.isCode, text),
        ...(number && isDoubtful ? numberWarnings(number) : []),
      ]
      warnings.push(...found.map((message) => problem(cell, message)))
    }
  }
  return { given, blank, claims, errors, warnings }
}

type Claim = {
  readonly currencies: readonly string[]
  readonly cell: string
  readonly heading: string
}
const named = ({ currencies: [first, ...others] }: Claim) =>
  others.length > 0 ? 'kroner' : String(first)

/** `stated` is from the currency column, `chosen` is for the whole file. Null if nothing changes. */
const rowCurrency = (claims: readonly Claim[], stated: unknown, chosen: Currency | undefined) => {
  const certain = claims.find((claim) => claim.currencies.length === 1)?.currencies[0]
  const currency = typeof stated === 'string' ? stated : (certain ?? chosen)
  if (currency === undefined || claims.length === 0) return { currency: null }
  const wrong = claims.find((claim) => !claim.currencies.includes(currency))
  if (wrong) {
    const beside =
      stated === undefined && certain !== undefined ? 'et annet i raden er i' : 'valutaen er'
    return { wrong, message: `Beløpet er i ${named(wrong)}, men ${beside} ${currency}` }
  }
  const isNew = stated === undefined && currencies.some((known) => known === currency)
  return { currency: isNew ? currency : null }
}

const amountKeys = ['pricing.costPrice', 'pricing.listPrice'] as const

export const createRowReader = (
  entity: Entity,
  { header, decimal, delimiter, currency }: FileFormat,
): ((row: Row) => ReadRow) => {
  const width = header.columns.length
  // Rows may be shorter than a header that ends in empty headings.
  const least = header.headings.findLastIndex((heading) => heading !== '') + 1
  // With comma as separator, a surplus cell may come from a decimal comma that shifted the rest to the right.
  const isTooWide = (cells: readonly string[]) =>
    cells.length > width && (delimiter === ',' || cells.slice(width).some(isFilled))
  const columns = knownColumns(entity, header)

  return (row) => {
    const { line, cells } = row
    if (cells.length < least || isTooWide(cells)) {
      const message = `Raden har ${cells.length} felt, og overskriften ${width}. Mangler det sitattegn eller skilletegn?`
      // Its cells cannot be trusted.
      const error = { line, column: '', value: shown(cells.join(' · ')), message }
      return { ...nothingIn(row), errors: [error] }
    }
    const { claims, ...said } = readCells(row, columns, decimal)
    const { given, errors } = said
    const chosen = currency?.isChosen ? currency.code : undefined
    const found = rowCurrency(claims, given.get(currencyKey), chosen)
    if (found.wrong) {
      const { heading, cell } = found.wrong
      errors.push({ line, column: heading, value: shown(cell), message: found.message })
    } else if (found.currency) given.set(currencyKey, found.currency)
    const isUnnamed =
      currency !== null && amountKeys.some((one) => given.has(one)) && !given.has(currencyKey)
    if (isUnnamed) given.set(currencyKey, currency.code)
    return { line, cells, ...said, isCurrencyAssumed: isUnnamed && !currency.isChosen }
  }
}
