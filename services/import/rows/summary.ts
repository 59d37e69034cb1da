import {
  listed,
  type Problem,
  type ChangedField,
  type ChangedPrice,
  type ImportSummary,
} from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { KeptRow } from '../store/row-log.ts'

/** A limited list with a total count. Important entries replace unimportant ones. */
const createList = <T extends { readonly line: number }>(
  isCalm: (item: T) => boolean = () => true,
) => {
  const list: T[] = []
  let count = 0
  return {
    add: (found: readonly T[]): void => {
      count += found.length
      for (const item of found)
        if (list.length < listed) list.push(item)
        else if (!isCalm(item)) {
          const calm = list.findLastIndex(isCalm)
          if (calm >= 0) list[calm] = item
        }
    },
    count: () => count,
    byLine: () => list.toSorted((a, b) => a.line - b.line),
  }
}

type Counted = {
  readonly outcome: keyof Required<ImportSummary>
  /** Absent for a new record. */
  readonly id?: number
  readonly because?: SkipReason | undefined
}

export const createSummary = () => {
  const counts = { created: 0, updated: 0, skipped: 0, unchanged: 0, failed: 0, deleted: 0 }
  const skipped: Partial<Record<SkipReason, number>> = {}
  const errors = createList<Problem>()
  const warnings = createList<Problem>()
  const prices = createList<ChangedPrice>(({ warning }) => warning === null)
  const changes = createList<ChangedField>()

  /** Changed and created records; the latter have no id in a dry run. */
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
    price: prices.add,
    /** Counts a row done now or before a crash. */
    settle: ({ outcome, id, because, note }: KeptRow) => {
      if (outcome === 'removed' || outcome === 'restored') return
      count({ outcome, id, because })
      warnings.add(note?.warnings ?? [])
      if (outcome === 'updated') prices.add(note?.prices ?? [])
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
      changes: changes.byLine(),
      changeCount: changes.count(),
    }),
  }
}

export type Summary = ReturnType<typeof createSummary>
