import type { ChangedField, ChangedPrice, PlannedChange, Problem } from '#contracts/csv/answer.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { Field, Value } from '#contracts/fields.ts'
import { idColumn } from '../bulk/selection.ts'
import { shown } from '../csv/row.ts'
import type { Ids } from './references.ts'
import type { PlannedRow } from './row-planner.ts'

const subjectOf = (entity: Entity, { read, known }: PlannedRow, id: number) => {
  const title = String(known?.values[entity.title] ?? read.given.get(entity.title) ?? '')
  const offer = known?.offer
  return { line: read.line, id, title: offer ? `${title} (tilbud fra ${offer.supplier})` : title }
}

/** Names the record, since users of a selection do not know line numbers. */
export const withRecord = (
  entity: Entity,
  row: PlannedRow,
  errors: readonly Problem[],
): readonly Problem[] => {
  if (row.identity?.field !== idColumn) return errors
  const { id, title } = subjectOf(entity, row, Number(row.identity.text))
  return errors.map((error) => ({ ...error, record: { id, title } }))
}

export const changedPrices = (entity: Entity, row: PlannedRow): readonly ChangedPrice[] => {
  const { plan } = row
  if (plan.outcome !== 'updated') return []
  const { validFrom } = (plan.body['pricing'] ?? {}) as { readonly validFrom?: string }
  const subject = { ...subjectOf(entity, row, plan.id), ...(validFrom && { validFrom }) }
  return plan.prices.map((change) => ({ ...change, ...subject }))
}

const cut = (value: Value): Value => (typeof value === 'string' ? shown(value) : value)

type TitleOf = (entity: EntityName, id: number) => string | undefined

/** The new value as staff see it. */
const shownValue = (field: Field, value: Value, titleOf: TitleOf): Value =>
  field.kind === 'reference' && typeof value === 'number'
    ? (titleOf(field.to!, value) ?? value)
    : cut(value)

/** The row's changes, in field order. `ids` are of what its names refer to. */
export const changedFields = (
  entity: Entity,
  row: PlannedRow,
  ids: Ids,
  titleOf: TitleOf,
): readonly ChangedField[] => {
  const { plan, known } = row
  if (plan.outcome !== 'updated' || !known) return []
  const { id, body, names } = plan
  return Object.entries(entity.fields)
    .filter(([key]) => Object.hasOwn(body, key) || (!known.offer && Object.hasOwn(names, key)))
    .map(([key, field]) => ({
      ...subjectOf(entity, row, id),
      field: field.label,
      from: cut((field.kind === 'reference' ? known.names[key] : known.values[key]) ?? null),
      to: shownValue(field, ids[key] ?? names[key] ?? (body[key] as Value) ?? null, titleOf),
    }))
}

/** A price as a field value. */
export const asPlanned = ({
  what,
  percent: _p,
  warning: _w,
  ...rest
}: ChangedPrice): PlannedChange => ({
  ...rest,
  field: what,
})
