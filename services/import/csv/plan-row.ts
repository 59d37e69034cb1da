import type { PriceChange, Problem } from '#contracts/csv/answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { Value } from '#contracts/fields.ts'
import { factorMissing, highFactor, highFactorWarning, type Price } from '#contracts/pricing.ts'
import { changeBody, importBody } from '#contracts/records.ts'
import { parse, required } from '#contracts/validation.ts'
import {
  differences,
  hasAmounts,
  isSamePart,
  newRecord,
  type Body,
  type Known,
  type Names,
  type Changes,
} from './differences.ts'
import { priceChanges } from './price-changes.ts'
import { problemAt, type RowContext } from './file-format.ts'
import type { ReadRow } from './row.ts'

export type RowPlan = { readonly warnings: readonly Problem[] } & (
  | { readonly outcome: 'created'; readonly body: Body; readonly names: Names }
  | {
      readonly outcome: 'updated'
      readonly id: number
      readonly body: Body
      readonly names: Names
      readonly prices: readonly PriceChange[]
      /** The body is an offer of the named supplier, who is not the record's own. */
      readonly isOffer?: true
      /** Of a selection: identifies the state of the record that the plan is for. */
      readonly was?: string
    }
  | { readonly outcome: 'unchanged'; readonly id: number }
  | {
      readonly outcome: 'deleted'
      readonly id: number
      /** Identifies the state of the record that the plan is for. */
      readonly was: string
    }
  | { readonly outcome: 'skipped'; readonly id: number; readonly because?: SkipReason }
  | { readonly outcome: 'failed'; readonly errors: readonly Problem[] }
)

export const failedPlan = (
  { errors, warnings }: Pick<ReadRow, 'errors' | 'warnings'>,
  ...more: readonly Problem[]
): RowPlan => ({ outcome: 'failed', errors: [...errors, ...more], warnings })

/** The same number may be another article at another supplier, so this is a warning. */
const supplierChange = ({ names }: Known, changes: Changes): string | null => {
  const { supplierId: before } = names
  const { supplierId: after } = changes.names
  if (!before) return null
  if (after !== undefined) return `Leverandøren endres fra ${before} til ${after}`
  return changes.body['supplierId'] === null ? `Leverandøren ${before} fjernes` : null
}

/** Leaves out values that equal those valid on the new date. */
const movedParts = ({ price }: Known, { body }: Changes): Partial<Record<keyof Price, Value>> =>
  Object.fromEntries(
    Object.entries(body['pricing'] ?? {}).filter(
      ([key, value]) => !isSamePart(price, key as keyof Price, value as Value),
    ),
  )

const withoutFactor = (row: ReadRow) => {
  const cost = row.given.get('pricing.costPrice')
  return typeof cost === 'number' && cost > 0 && row.blank.has('pricing.priceFactor')
}

const judged = (context: RowContext, row: ReadRow, { body, names }: Changes, isNew: boolean) => {
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
const inOtherCurrency = (
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

const nothing: Changes = { body: {}, names: {} }

export const planRow = (context: RowContext, row: ReadRow, known: Known | null): RowPlan => {
  const { entity, options } = context
  // The cells of a row with another width than the header cannot be trusted.
  if (row.errors.some(({ column }) => column === '')) return failedPlan(row)
  const problem = (key: string, message: string) => problemAt(context, row, key, message)
  const isSkipped = options.updateBehavior === 'skip'
  const changes = known ? differences(entity, row, known, options) : newRecord(entity, row, options)
  const { errors, value } = judged(context, row, changes ?? nothing, known === null)
  if (!isSkipped) errors.push(...inOtherCurrency(context, row, known))
  if (errors.length > 0 || value === null) return failedPlan({ ...row, errors })

  const warnings = [...row.warnings]
  const factor = row.given.get('pricing.priceFactor')
  if (typeof factor === 'number' && factor > highFactor)
    warnings.push(problem('pricing.priceFactor', highFactorWarning))
  if (!known) {
    for (const { key, field } of columnsOf(entity))
      if (field.importsWithout && row.blank.has(key))
        warnings.push(problem(key, `Opprettes uten ${field.label.toLowerCase()}`))
    return { outcome: 'created', body: value, names: changes!.names, warnings }
  }
  const { id } = known
  if (isSkipped) return { outcome: 'skipped', id, warnings }
  if (!changes) return { outcome: 'unchanged', id, warnings }
  const prices = priceChanges(known.price, movedParts(known, changes))
  const change = supplierChange(known, changes)
  if (change) warnings.push(problem('supplierId', change))
  return { outcome: 'updated', id, body: value, names: changes.names, prices, warnings }
}
