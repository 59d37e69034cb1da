import type { Problem } from '#contracts/csv/answer.ts'
import { columnOf, columnsOf } from '#contracts/csv/columns.ts'
import { factorMissing } from '#contracts/pricing.ts'
import { changeBody, importBody } from '#contracts/records.ts'
import { parse, required } from '#contracts/validation.ts'
import { hasAmounts, type Known, type Said } from './differences.ts'
import type { RowContext } from './file-format.ts'
import { shown } from './parser.ts'
import type { ReadRow } from './read-row.ts'

/** `key` is the field; '' for the whole row. */
export const problemAt = (
  { entity, file }: Pick<RowContext, 'entity' | 'file'>,
  { line, cells }: ReadRow,
  key: string,
  message: string,
): Problem => {
  const { columns, headings } = file.header
  const column = columnOf(entity, key)
  const at = column ? columns.indexOf(column) : -1
  return {
    line,
    column: headings[at] ?? column?.heading ?? '',
    value: shown(cells[at] ?? ''),
    message,
  }
}

const withoutFactor = (row: ReadRow) => {
  const cost = row.given.get('pricing.costPrice')
  return typeof cost === 'number' && cost > 0 && row.blank.has('pricing.priceFactor')
}

/** Returns the problems of a row, and its body; null if the body is invalid. */
export const judged = (
  context: RowContext,
  row: ReadRow,
  { body, names }: Said,
  isNew: boolean,
) => {
  const { entity } = context
  const problem = (key: string, message: string) => problemAt(context, row, key, message)
  const errors = [...row.errors]
  if (withoutFactor(row)) errors.push(problem('pricing.priceFactor', factorMissing))
  if (isNew)
    for (const { key, field, required: needed } of columnsOf(entity))
      if (needed && !field.importsWithout && row.blank.has(key)) errors.push(problem(key, required))
  for (const [key, name] of Object.entries(names))
    if (name.length > 1_000) errors.push(problem(key, 'Kan ikke være lengre enn 1000 tegn'))
  const checked = parse(isNew ? importBody(entity) : changeBody(entity), body)
  if (checked.ok) return { errors, value: checked.value }

  const reported = new Set(errors.map(({ column }) => column))
  for (const { path, message } of checked.errors) {
    const key = path.replace(/\.\d+$/, '')
    const found = problem(key, message)
    // The price unit was copied from the item's unit, whose column already reported the problem.
    if (key === 'pricing.unit' && !row.given.has(key)) continue
    if (!reported.has(found.column)) errors.push(found)
  }
  return { errors, value: null }
}

/** Amounts with an assumed currency must not replace a price in another currency. */
export const inOtherCurrency = (
  context: RowContext,
  row: ReadRow,
  known: Known | null,
): readonly Problem[] => {
  const { isCurrencyAssumed, given } = row
  if (!isCurrencyAssumed || !known || !hasAmounts(known)) return []
  const { costPriceCurrency } = known.price!
  if (costPriceCurrency === given.get('pricing.costPriceCurrency')) return []
  const message = `Filen sier ikke hvilken valuta beløpet er i, og prisen som står er i ${costPriceCurrency}. Velg valuta for filen`
  const key = given.has('pricing.costPrice') ? 'pricing.costPrice' : 'pricing.listPrice'
  return [problemAt(context, row, key, message)]
}
