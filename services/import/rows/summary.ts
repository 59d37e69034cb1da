import {
  listed,
  type Problem,
  type ChangedField,
  type ChangedPrice,
  type ImportSummary,
} from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { KeptRow } from '../store/row-log.ts'

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

type Counted = {
  readonly outcome: keyof Required<ImportSummary>
  /** None of a record that is yet to be made. */
  readonly id?: number
  readonly because?: SkipReason | undefined
}

export const createSummary = () => {
  const counts = { created: 0, updated: 0, skipped: 0, unchanged: 0, failed: 0, deleted: 0 }
  const skipped: Partial<Record<SkipReason, number>> = {}
  const errors = createList<Problem>()
  const warnings = createList<Problem>()
  const prices = createList<ChangedPrice>()
  const changes = createList<ChangedField>()

  /** Those that rows changed, and those that rows made, which in a dry run have no id yet. */
  const touched = new Set([0])
  let updatedRecords = 0
  let moved = 0

  const count = ({ outcome, id = 0, because }: Counted) => {
    counts[outcome]++
    if (because) skipped[because] = (skipped[because] ?? 0) + 1
    if (touched.has(id) || (outcome !== 'created' && outcome !== 'updated')) return
    touched.add(id)
    if (outcome === 'updated') updatedRecords++
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
      counts.failed++
      errors.add(found)
    },
    move: () => void moved++,
    moved: () => moved,
    warn: warnings.add,
    change: changes.add,
    price,
    /** A row that is done, now or before a crash. */
    settle: ({ outcome, id, because, note }: KeptRow) => {
      if (outcome === 'removed' || outcome === 'restored') return
      count({ outcome, id, because })
      warnings.add(note?.warnings ?? [])
      if (outcome === 'updated') price(note?.prices ?? [])
    },
    counts: (): Required<ImportSummary> => ({ ...counts }),
    updatedRecords: () => updatedRecords,
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
