import type { Problem } from '#contracts/csv/answer.ts'
import { currencyKey } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { rowCurrency } from './currency.ts'
import type { FileFormat } from './file-format.ts'
import { shown, type Row } from './parser.ts'
import { isFilled, knownColumns, readCells } from './read-cells.ts'

/** The parsed cells of a row, before its record is known. */
export type ReadRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** Values by column key. References are names. */
  readonly given: ReadonlyMap<string, Value>
  /** Keys of the file's columns that are empty in the row. */
  readonly blank: ReadonlySet<string>
  /** True if it has amounts without a stated currency. */
  readonly isCurrencyAssumed: boolean
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

export const nothingIn = (row: Row): ReadRow => ({
  ...row,
  given: new Map(),
  blank: new Set(),
  isCurrencyAssumed: false,
  errors: [],
  warnings: [],
})

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
