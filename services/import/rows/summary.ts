import {
  type Problem,
  listed,
  type ChangedField,
  type ChangedPrice,
  type ImportSummary,
} from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { RowNote, SettledRow } from '../store/row-log.ts'

export const createSummary = () => {
  const counts = { created: 0, updated: 0, skipped: 0, unchanged: 0, failed: 0 }
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

  const count = (outcome: keyof typeof counts, because?: SkipReason) => {
    counts[outcome]++
    if (because) skipped[because] = (skipped[because] ?? 0) + 1
  }
  const warn = (found: readonly Problem[]) => {
    warningCount += found.length
    keep(warnings, found)
  }
  const price = (found: readonly ChangedPrice[]) => {
    priceCount += found.length
    // What somebody should look at comes before what is as expected.
    for (const change of found) {
      if (prices.length < listed) prices.push(change)
      else if (change.warning) {
        const calm = prices.findLastIndex(({ warning }) => warning === null)
        if (calm >= 0) prices[calm] = change
      }
    }
  }

  return {
    count,
    fail: (found: readonly Problem[]) => keep(errors, found),
    warn,
    change: (found: readonly ChangedField[]) => {
      changeCount += found.length
      keep(changes, found)
    },
    price,
    recount: ({ outcome, because }: SettledRow, note: RowNote | null) => {
      if (outcome === 'removed' || outcome === 'restored') return
      count(outcome, because)
      warn(note?.warnings ?? [])
      if (outcome === 'updated') price(note?.prices ?? [])
    },
    counts: (): ImportSummary => ({ ...counts }),
    lists: () => ({
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

export type Summary = ReturnType<typeof createSummary>
