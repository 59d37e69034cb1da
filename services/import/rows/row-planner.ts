import type { Problem } from '#contracts/csv/answer.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import type { Identity } from '../csv/identity.ts'
import type { Row } from '../csv/parser.ts'
import { problemAt, type RowPlan } from '../csv/plan-row.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { digestOf } from '../csv/duplicate-keys.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { ImportFile } from './import-file.ts'
import type { Find } from './record-lookup.ts'
import { createRepeatedKeys, type RowAbove } from './repeated-keys.ts'
import { rowRules } from './row-rules.ts'

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

/** A row that was read, with by what its record is found. */
export type IdentifiedRow = {
  /** How many rows stand before it. */
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

type Needs = {
  readonly entity: Entity
  readonly file: ImportFile
  readonly identifier: string
  readonly options: ImportOptions
  readonly find: Find
  /** The day the import was begun. */
  readonly today: string
}

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 is no digest, and 1 has a meaning of its own.
  Math.max(2, digestOf(JSON.stringify({ ...plan, warnings: undefined })))

/** Reads rows, finds the records they are about and says what is to become of them. */
export const createRowPlanner = (needs: Needs) => {
  const { entity, file, find } = needs
  const rules = rowRules(needs)
  const keyAbove = createRepeatedKeys(entity, file.rows)

  /** A row that fails for what it is found by. */
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
    /** What is to become of it, as things are now. */
    plan: async (row: IdentifiedRow): Promise<PlannedRow> => {
      const { read, identity, isFirst, settled } = row
      const nothing = { ...row, found: null, known: null }
      if (settled) return { ...nothing, plan: settled }
      const matched = identity && (await find(entity, { identity, read, isFirst }))
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
