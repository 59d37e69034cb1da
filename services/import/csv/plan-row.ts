import type { PriceChange, Problem, SkipReason } from '#contracts/csv/answer.ts'
import type { Header } from './header-row.ts'
import { type Entity, onceFor } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { changeBody, createBody } from '#contracts/records.ts'
import { parse, required } from '#contracts/validation.ts'
import { factorMissing, highFactor, highFactorWarning, type Price } from '#contracts/pricing.ts'
import { columnOf, columnsOf } from '#contracts/csv/columns.ts'
import {
  differences,
  newRecord,
  type Body,
  type Known,
  type Names,
  type Said,
} from './differences.ts'
import { priceChanges } from './price-changes.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import { shown } from './parser.ts'
import type { ReadRow } from './read-row.ts'

export type RowPlan = { readonly warnings: readonly Problem[] } & (
  | { readonly outcome: 'created'; readonly body: Body; readonly names: Names }
  | {
      readonly outcome: 'updated'
      readonly id: number
      readonly body: Body
      readonly names: Names
      readonly prices: readonly PriceChange[]
    }
  | { readonly outcome: 'unchanged'; readonly id: number }
  | { readonly outcome: 'skipped'; readonly id: number; readonly because?: SkipReason }
  | { readonly outcome: 'failed'; readonly errors: readonly Problem[] }
)

const bodySchemas = onceFor((entity) => ({
  create: createBody(entity),
  change: changeBody(entity),
}))

const withoutFactor = (row: ReadRow) => {
  const cost = row.given.get('pricing.costPrice')
  return typeof cost === 'number' && cost > 0 && row.blank.has('pricing.priceFactor')
}

export const problemAt = (
  entity: Entity,
  { columns, headings }: Header,
  { line, cells }: ReadRow,
  key: string,
  message: string,
): Problem => {
  const column = columnOf(entity, key)
  const at = column ? columns.indexOf(column) : -1
  return {
    line,
    column: headings[at] ?? column?.heading ?? '',
    value: shown(cells[at] ?? ''),
    message,
  }
}

const otherCurrency = (currency: string) =>
  `Filen sier ikke hvilken valuta beløpet er i, og prisen som står er i ${currency}. Velg valuta for filen`

/** The currency of a price that the row's amounts, of which nobody has said the currency, would replace. */
const currencyKept = ({ isCurrencyAssumed, given }: ReadRow, known: Known | null) => {
  const price = known?.price
  if (!isCurrencyAssumed || !price || (price.costPrice === null && price.listPrice === null))
    return null
  return price.costPriceCurrency === given.get('pricing.costPriceCurrency')
    ? null
    : price.costPriceCurrency
}

const amountIn = ({ given }: ReadRow) =>
  given.has('pricing.costPrice') ? 'pricing.costPrice' : 'pricing.listPrice'

/** What is wrong with a row, and the body that it comes to: null where that is wrong. */
const judged = (
  entity: Entity,
  row: ReadRow,
  { body, names }: Said,
  isNew: boolean,
  problem: (key: string, message: string) => Problem,
) => {
  const errors = [...row.errors]
  if (withoutFactor(row)) errors.push(problem('pricing.priceFactor', factorMissing))
  if (isNew)
    for (const { key, required: needed } of columnsOf(entity))
      if (needed && row.blank.has(key)) errors.push(problem(key, required))
  for (const [key, name] of Object.entries(names))
    if (name.length > 1_000) errors.push(problem(key, 'Kan ikke være lengre enn 1000 tegn'))
  const { create, change } = bodySchemas(entity)
  const checked = parse(isNew ? create : change, body)
  if (checked.ok) return { errors, value: checked.value }

  const reported = new Set(errors.map(({ column }) => column))
  for (const { path, message } of checked.errors) {
    const key = path.replace(/\.\d+$/, '')
    const found = problem(key, message)
    // Taken from the item's unit, whose own column has said it.
    if (key === 'pricing.unit' && !row.given.has(key)) continue
    if (!reported.has(found.column)) errors.push(found)
  }
  return { errors, value: null }
}

/** A number of one supplier may be another article at the next: somebody should look. */
const supplierChange = ({ names }: Known, said: Said): string | null => {
  const { supplierId: before } = names
  const { supplierId: after } = said.names
  if (!before) return null
  if (after !== undefined) return `Leverandøren endres fra ${before} til ${after}`
  return Object.hasOwn(said.body, 'supplierId') ? `Leverandøren ${before} fjernes` : null
}

const nothing: Said = { body: {}, names: {} }

export const planRow = (
  entity: Entity,
  header: Header,
  row: ReadRow,
  known: Known | null,
  options: ImportOptions,
): RowPlan => {
  // A row of another width than the header says nothing for certain.
  if (row.errors.some(({ column }) => column === ''))
    return { outcome: 'failed', errors: row.errors, warnings: row.warnings }
  const problem = (key: string, message: string) => problemAt(entity, header, row, key, message)
  const isSkipped = options.updateBehavior === 'skip'
  const said = known ? differences(entity, row, known, options) : newRecord(entity, row)
  const { errors, value } = judged(entity, row, said ?? nothing, known === null, problem)
  const kept = isSkipped ? null : currencyKept(row, known)
  if (kept !== null) errors.push(problem(amountIn(row), otherCurrency(kept)))
  if (errors.length > 0 || value === null)
    return { outcome: 'failed', errors, warnings: row.warnings }

  const warnings = [...row.warnings]
  const factor = row.given.get('pricing.priceFactor')
  if (typeof factor === 'number' && factor > highFactor)
    warnings.push(problem('pricing.priceFactor', highFactorWarning))
  if (!known) return { outcome: 'created', body: value, names: said!.names, warnings }
  const { id } = known
  if (isSkipped) return { outcome: 'skipped', id, warnings }
  if (!said) return { outcome: 'unchanged', id, warnings }
  const pricing = (said.body['pricing'] ?? {}) as Partial<Record<keyof Price, Value>>
  const prices = priceChanges(known.price, pricing)
  const change = supplierChange(known, said)
  if (change) warnings.push(problem('supplierId', change))
  return { outcome: 'updated', id, body: value, names: said.names, prices, warnings }
}
