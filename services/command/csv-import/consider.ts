import type { Identity } from '#contracts/csv/identify.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Row } from '#contracts/csv/parser.ts'
import type { Known } from '#contracts/csv/differences.ts'
import type { RowPlan } from '#contracts/csv/plan-row.ts'
import { shown, type Problem } from '#contracts/csv/problems.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { Entity } from '#contracts/entity.ts'
import type { AtOnce } from '#command/kernel/at-once.ts'
import type { Found } from '#command/kernel/commands.ts'
import type { Find, Matched } from './lookup.ts'
import { rowRules } from './row-rules.ts'
import { digestOf } from './seen-keys.ts'
import { seenRows, type Above } from './seen-rows.ts'

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

export type Considered = {
  readonly read: ReadRow
  readonly plan: RowPlan
  readonly found: Found | null
  readonly known: Known | null
}

/** A row that was read, with by what its record is found. */
export type Started = {
  readonly read: ReadRow
  readonly identity: Identity | null
  /** Whether it is the first of the file with its number, of whatever supplier. */
  readonly isFirst: boolean
  /** What is to become of it whatever is found: its key stood before. */
  readonly settled: RowPlan | null
}

type Needs = {
  readonly entity: Entity
  readonly understood: Understood
  readonly identifier: string
  readonly options: ImportOptions
  readonly find: Find
  /** The day the import was begun. */
  readonly today: string
}

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number => {
  const text = JSON.stringify({ ...plan, warnings: undefined })
  // 0 is no digest, and 1 has a meaning of its own.
  return Math.max(2, digestOf(text))
}

const asPlanned = (read: ReadRow, plan: RowPlan): Considered => ({
  read,
  plan,
  found: null,
  known: null,
})

export type Considering = {
  /** In the order of the file: the first of two rows with one key is the one that counts. */
  readonly start: (row: Row) => Started
  /** What is to become of it, as things are now. */
  readonly consider: (started: Started) => AtOnce<Considered>
}

/** Reads rows, finds the records they are about and says what is to become of them. */
export const considering = (needs: Needs): Considering => {
  const { entity, understood, find } = needs
  const { header } = understood
  const rules = rowRules(needs)
  const seen = seenRows(entity, understood.rows)

  /** A row that fails for what it is found by. */
  const failed = (read: ReadRow, { field }: Identity, message: string): RowPlan => {
    const column = columnOf(entity, field)
    const at = column ? header.columns.indexOf(column) : -1
    const error: Problem = {
      line: read.line,
      column: header.headings[at] ?? '',
      value: shown(read.cells[at] ?? ''),
      message,
    }
    return { outcome: 'failed', errors: [...read.errors, error], warnings: read.warnings }
  }
  const repeated = (read: ReadRow, identity: Identity, above: Above): RowPlan | null => {
    const plan = rules.repeated(read)
    if (plan === 'by itself') return null
    const name = columnOf(entity, identity.field)?.heading ?? identity.field
    const advice = above.isUnclear ? '. Oppgi leverandør på begge' : ''
    return plan ?? failed(read, identity, `Samme ${name} som på linje ${above.line}${advice}`)
  }

  const judged = ({ read, identity }: Started, matched: Matched): Considered => {
    if (matched && 'several' in matched) {
      const ids = matched.several.slice(0, 10).join(', ')
      const message = `Flere ${entity.noun.many} har denne verdien (id ${ids})`
      return asPlanned(read, failed(read, identity!, message))
    }
    if (matched && 'skipped' in matched) return asPlanned(read, matched.skipped)
    const known = matched?.known ?? null
    return { read, plan: rules.plan(read, known), found: matched?.found ?? null, known }
  }
  const later = async (started: Started, matched: Promise<Matched>) =>
    judged(started, await matched)

  return {
    start: (row) => {
      const read = rules.read(row)
      const identity = rules.identity(read)
      if (!identity) return { read, identity, isFirst: true, settled: null }
      const above = seen(identity, read)
      const settled = above.line === undefined ? null : repeated(read, identity, above)
      return { read, identity, isFirst: above.isFirst, settled }
    },
    consider: (started) => {
      const { read, identity, isFirst, settled } = started
      if (settled) return asPlanned(read, settled)
      const matched = identity && find(entity, { identity, read, isFirst })
      return matched instanceof Promise ? later(started, matched) : judged(started, matched)
    },
  }
}
