import type { ChangedField, ChangedPrice, Problem } from '#contracts/csv/answer.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import type { Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import { digestOf, createRepeatedKeys, type Identity, type RowAbove } from '../csv/identity.ts'
import type { Row } from '../csv/parser.ts'
import { problemAt, type RowPlan } from '../csv/plan-row.ts'
import { shown } from '../csv/problems.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { rowRules } from './row-rules.ts'
import type { FileTask } from './task.ts'

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

export type IdentifiedRow = {
  readonly at: number
  readonly read: ReadRow
  readonly identity: Identity | null
  /** Whether it is the first of the file with its number, of whatever supplier. */
  readonly isFirst: boolean
  /** What is to become of it whatever is found: its key stood before. */
  readonly settled: RowPlan | null
}

export type PlannedRow = IdentifiedRow & {
  readonly plan: RowPlan
  readonly found: Found | null
  readonly known: Known | null
}

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 is no digest, and 1 has a meaning of its own.
  Math.max(2, digestOf(JSON.stringify({ ...plan, warnings: undefined })))

export const createRowPlanner = (task: FileTask) => {
  const { entity, file } = task
  const rules = rowRules(task)
  const keyAbove = createRepeatedKeys(entity, file.rows)

  const failed = (read: ReadRow, { field }: Identity, message: string): RowPlan => {
    const error: Problem = problemAt(entity, file.header, read, field, message)
    return { outcome: 'failed', errors: [...read.errors, error], warnings: read.warnings }
  }
  const repeated = (read: ReadRow, identity: Identity, above: RowAbove): RowPlan | null => {
    const plan = rules.repeated(read)
    if (plan === 'by itself') return null
    const name = columnOf(entity, identity.field)?.heading ?? identity.field
    const advice = above.isUnclear ? '. Oppgi leverandør på begge' : ''
    return plan ?? failed(read, identity, `Samme ${name} som på linje ${above.line}${advice}`)
  }

  return {
    /** In the order of the file: the first of two rows with one key is the one that counts. */
    identify: (row: Row, at: number): IdentifiedRow => {
      const read = rules.read(row)
      const identity = rules.identity(read)
      if (!identity) return { at, read, identity, isFirst: true, settled: null }
      const above = keyAbove(identity, read)
      const settled = above.line === undefined ? null : repeated(read, identity, above)
      return { at, read, identity, isFirst: above.isFirst, settled }
    },
    plan: async (row: IdentifiedRow): Promise<PlannedRow> => {
      const { read, identity, isFirst, settled } = row
      const nothing = { ...row, found: null, known: null }
      if (settled) return { ...nothing, plan: settled }
      const matched = identity && (await rules.find(identity, read, isFirst))
      if (matched && 'several' in matched) {
        const ids = matched.several.slice(0, 10).join(', ')
        const message = `Flere ${entity.noun.many} har denne verdien (id ${ids})`
        return { ...nothing, plan: failed(read, identity, message) }
      }
      if (matched && 'skipped' in matched) return { ...nothing, plan: matched.skipped }
      const known = matched?.known ?? null
      return { ...row, plan: rules.plan(read, known), found: matched?.found ?? null, known }
    },
  }
}

export type RowPlanner = ReturnType<typeof createRowPlanner>

export const reasonOf = (plan: RowPlan): SkipReason | undefined =>
  plan.outcome === 'skipped' ? plan.because : undefined

export const supplierOf = (known: Known | null): number | null => {
  const id = known?.values['supplierId']
  return typeof id === 'number' ? id : null
}

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
export const changedFields = (entity: Entity, row: PlannedRow): readonly ChangedField[] => {
  const { plan, known } = row
  if (plan.outcome !== 'updated' || !known) return []
  const { id, body, names } = plan
  return Object.entries(entity.fields)
    .filter(([key]) => Object.hasOwn(body, key) || Object.hasOwn(names, key))
    .map(([key, { kind, label }]) => ({
      ...subjectOf(entity, row, id),
      field: label,
      from: cut((kind === 'reference' ? known.names[key] : known.values[key]) ?? null),
      to: cut(names[key] ?? (body[key] as Value) ?? null),
    }))
}
