import {
  listed,
  type Problem,
  type ChangedField,
  type ChangedPrice,
  type ImportSummary,
  type SkipReason,
} from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { shown } from '../csv/parser.ts'
import type { RowNote, SettledRow } from '../store/row-log.ts'
import type { PlannedRow } from './row-planner.ts'

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

/** A list that is cut, with the count of all. */
const createList = <T extends { readonly line: number }>() => {
  const list: T[] = []
  let count = 0
  return {
    list,
    add: (found: readonly T[]): void => {
      count += found.length
      list.push(...found.slice(0, listed - list.length))
    },
    count: () => count,
    byLine: () => list.toSorted((a, b) => a.line - b.line),
  }
}

export const createSummary = () => {
  const counts = { created: 0, updated: 0, skipped: 0, unchanged: 0, failed: 0 }
  const skipped: Partial<Record<SkipReason, number>> = {}
  const errors = createList<Problem>()
  const warnings = createList<Problem>()
  const prices = createList<ChangedPrice>()
  const changes = createList<ChangedField>()

  const count = (outcome: keyof typeof counts, because?: SkipReason) => {
    counts[outcome]++
    if (because) skipped[because] = (skipped[because] ?? 0) + 1
  }
  const price = (found: readonly ChangedPrice[]) => {
    const { list } = prices
    const room = listed - list.length
    prices.add(found)
    // What somebody should look at comes before what is as expected.
    for (const change of found.slice(room)) {
      const calm = change.warning ? list.findLastIndex(({ warning }) => warning === null) : -1
      if (calm >= 0) list[calm] = change
    }
  }

  return {
    count,
    fail: (found: readonly Problem[]) => {
      count('failed')
      errors.add(found)
    },
    warn: warnings.add,
    change: changes.add,
    price,
    recount: ({ outcome, because }: SettledRow, note: RowNote | null) => {
      if (outcome === 'removed' || outcome === 'restored') return
      count(outcome, because)
      warnings.add(note?.warnings ?? [])
      if (outcome === 'updated') price(note?.prices ?? [])
    },
    counts: (): ImportSummary => ({ ...counts }),
    lists: () => ({
      skipped: { ...skipped },
      errors: errors.byLine(),
      warnings: warnings.byLine(),
      warningCount: warnings.count(),
      priceChanges: prices.byLine(),
      priceChangeCount: prices.count(),
      changes: changes.list,
      changeCount: changes.count(),
    }),
  }
}

export type Summary = ReturnType<typeof createSummary>
