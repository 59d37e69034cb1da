import {
  listed,
  type ChangedField,
  type ChangedPrice,
  type ImportAnswer,
  type ImportSummary,
} from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/nelfo/skips.ts'
import type { Problem } from '#contracts/csv/problems.ts'
import type { Outcome } from './journal.ts'

/** Counts everything, and keeps the first of what is listed. */
export const newTally = () => {
  const counts: Record<Outcome, number> = {
    pending: 0,
    begun: 0,
    created: 0,
    updated: 0,
    skipped: 0,
    unchanged: 0,
    failed: 0,
    removed: 0,
    restored: 0,
  }
  const skipped: Partial<Record<SkipReason, number>> = {}
  const errors: Problem[] = []
  const warnings: Problem[] = []
  const prices: ChangedPrice[] = []
  const changes: ChangedField[] = []
  let warningCount = 0
  let priceCount = 0
  let changeCount = 0

  const keep = <T>(list: T[], added: readonly T[]) => {
    for (const one of added) if (list.length < listed) list.push(one)
  }

  return {
    /** What became of a row; why it was skipped is counted apart. */
    count: (outcome: Outcome, because?: SkipReason) => {
      counts[outcome]++
      if (because) skipped[because] = (skipped[because] ?? 0) + 1
    },
    fail: (found: readonly Problem[]) => keep(errors, found),
    warn: (found: readonly Problem[]) => {
      warningCount += found.length
      keep(warnings, found)
    },
    change: (found: readonly ChangedField[]) => {
      changeCount += found.length
      keep(changes, found)
    },
    price: (found: readonly ChangedPrice[]) => {
      priceCount += found.length
      // What somebody should look at comes before what is as expected.
      for (const change of found) {
        if (prices.length < listed) prices.push(change)
        else if (change.warning) {
          const calm = prices.findLastIndex(({ warning }) => warning === null)
          if (calm >= 0) prices[calm] = change
        }
      }
    },
    summary: (): ImportSummary => {
      const { created, updated, skipped, unchanged, failed } = counts
      return { created, updated, skipped, unchanged, failed }
    },
    lists: (): Pick<
      ImportAnswer,
      | 'skipped'
      | 'errors'
      | 'warnings'
      | 'warningCount'
      | 'priceChanges'
      | 'priceChangeCount'
      | 'changes'
      | 'changeCount'
    > => ({
      skipped: { ...skipped },
      errors: errors.toSorted((a, b) => a.line - b.line),
      warnings: warnings.toSorted((a, b) => a.line - b.line),
      warningCount,
      priceChanges: prices.toSorted((a, b) => a.line - b.line),
      priceChangeCount: priceCount,
      changes,
      changeCount,
    }),
  }
}

export type Tally = ReturnType<typeof newTally>
