import type { PriceChange, Problem } from '#contracts/csv/answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { Value } from '#contracts/fields.ts'
import { highFactor, highFactorWarning, type Price } from '#contracts/pricing.ts'
import {
  differences,
  isSamePart,
  newRecord,
  type Body,
  type Known,
  type Names,
  type Said,
} from './differences.ts'
import { priceChanges } from './price-changes.ts'
import type { RowContext } from './file-format.ts'
import type { ReadRow } from './read-row.ts'
import { inOtherCurrency, judged, problemAt } from './row-faults.ts'

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

/** The same number may be another article at another supplier, so this is a warning. */
const supplierChange = ({ names }: Known, said: Said): string | null => {
  const { supplierId: before } = names
  const { supplierId: after } = said.names
  if (!before) return null
  if (after !== undefined) return `Leverandøren endres fra ${before} til ${after}`
  return said.body['supplierId'] === null ? `Leverandøren ${before} fjernes` : null
}

/** Leaves out values that equal those valid on the new date. */
const movedParts = ({ price }: Known, { body }: Said): Partial<Record<keyof Price, Value>> =>
  Object.fromEntries(
    Object.entries(body['pricing'] ?? {}).filter(
      ([key, value]) => !isSamePart(price, key as keyof Price, value as Value),
    ),
  )

const nothing: Said = { body: {}, names: {} }

export const planRow = (context: RowContext, row: ReadRow, known: Known | null): RowPlan => {
  const { entity, options } = context
  // The cells of a row with another width than the header cannot be trusted.
  if (row.errors.some(({ column }) => column === ''))
    return { outcome: 'failed', errors: row.errors, warnings: row.warnings }
  const problem = (key: string, message: string) => problemAt(context, row, key, message)
  const isSkipped = options.updateBehavior === 'skip'
  const said = known ? differences(entity, row, known, options) : newRecord(entity, row)
  const { errors, value } = judged(context, row, said ?? nothing, known === null)
  if (!isSkipped) errors.push(...inOtherCurrency(context, row, known))
  if (errors.length > 0 || value === null)
    return { outcome: 'failed', errors, warnings: row.warnings }

  const warnings = [...row.warnings]
  const factor = row.given.get('pricing.priceFactor')
  if (typeof factor === 'number' && factor > highFactor)
    warnings.push(problem('pricing.priceFactor', highFactorWarning))
  if (!known) {
    for (const { key, field } of columnsOf(entity))
      if (field.importsWithout && row.blank.has(key))
        warnings.push(problem(key, `Opprettes uten ${field.label.toLowerCase()}`))
    return { outcome: 'created', body: value, names: said!.names, warnings }
  }
  const { id } = known
  if (isSkipped) return { outcome: 'skipped', id, warnings }
  if (!said) return { outcome: 'unchanged', id, warnings }
  const prices = priceChanges(known.price, movedParts(known, said))
  const change = supplierChange(known, said)
  if (change) warnings.push(problem('supplierId', change))
  return { outcome: 'updated', id, body: value, names: said.names, prices, warnings }
}
