import type { ChangedField, ChangedPrice, FieldChange } from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import type { Body, Known, Names } from '../csv/differences.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import { shown } from '../csv/problems.ts'
import type { PlannedRow } from './row-planner.ts'

/** Why a row is left alone, where that is counted apart. */
export const reasonOf = (plan: RowPlan): SkipReason | undefined =>
  plan.outcome === 'skipped' ? plan.because : undefined

/** Of which row and which record a change is. */
const subjectOf = (entity: Entity, { read, known }: PlannedRow, id: number) => ({
  line: read.line,
  id,
  title: String(known?.values[entity.title] ?? read.given.get(entity.title) ?? ''),
})

export const changedPrices = (entity: Entity, row: PlannedRow): readonly ChangedPrice[] => {
  const { plan } = row
  if (plan.outcome !== 'updated') return []
  return plan.prices.map((change) => ({ ...change, ...subjectOf(entity, row, plan.id) }))
}

const cut = (value: Value): Value => (typeof value === 'string' ? shown(value) : value)

/** What a row changes of a record, in the order of its fields. */
const fieldChanges = (
  { fields }: Entity,
  { values, names: held }: Known,
  { body, names }: { readonly body: Body; readonly names: Names },
): readonly FieldChange[] =>
  Object.entries(fields)
    .filter(([key]) => Object.hasOwn(body, key) || Object.hasOwn(names, key))
    .map(([key, { kind, label }]) => ({
      field: label,
      from: cut((kind === 'reference' ? held[key] : values[key]) ?? null),
      to: cut(names[key] ?? (body[key] as Value) ?? null),
    }))

export const changedFields = (entity: Entity, row: PlannedRow): readonly ChangedField[] => {
  const { plan, known } = row
  if (plan.outcome !== 'updated' || !known) return []
  return fieldChanges(entity, known, plan).map((change) => ({
    ...subjectOf(entity, row, plan.id),
    ...change,
  }))
}
