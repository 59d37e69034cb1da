import { identityKey, type Identity } from '#contracts/csv/identify.ts'
import { normalName } from '#contracts/csv/codes.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { Row } from '#contracts/csv/parser.ts'
import type { Known, RowPlan } from '#contracts/csv/plan-row.ts'
import { shown, type Problem } from '#contracts/csv/problems.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { Entity } from '#contracts/entity.ts'
import { after, type AtOnce } from '#command/kernel/at-once.ts'
import type { Found } from '#command/kernel/commands.ts'
import type { Find, Matched } from './lookup.ts'
import { rowRules } from './row-rules.ts'
import { digestOf, seenKeys } from './seen-keys.ts'

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
  readonly row: Row
  readonly identity: Identity | null
  /** What is to become of it; asked again, as things are then. */
  readonly consider: () => AtOnce<Considered>
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

/**
 * Reads a row, finds the record it is about and says what is to become of it. To be called in the order of
 * the file: the first of two rows with one key is the one that counts.
 */
export const considering = (needs: Needs): ((row: Row) => Started) => {
  const { entity, understood, find } = needs
  const { header } = understood
  const rules = rowRules(needs)
  const seen = seenKeys(understood.rows)

  const problem = (read: ReadRow, field: string, message: string): Problem => {
    const column = columnOf(entity, field)
    const at = column ? header.columns.indexOf(column) : -1
    return {
      line: read.line,
      column: header.headings[at] ?? '',
      value: shown(read.cells[at] ?? ''),
      message,
    }
  }
  const asPlanned = (read: ReadRow, plan: RowPlan): Considered => ({
    read,
    plan,
    found: null,
    known: null,
  })
  const failed = (read: ReadRow, error: Problem): Considered => {
    const plan: RowPlan = {
      outcome: 'failed',
      errors: [...read.errors, error],
      warnings: read.warnings,
    }
    return asPlanned(read, plan)
  }
  /** Rows without their identifier are one and the same only if they name the same supplier. */
  const keyOf = (identity: Identity, read: ReadRow) =>
    identity.lacking === null
      ? identityKey(identity)
      : `${identityKey(identity)}\u0000${normalName(String(read.given.get('supplierId') ?? ''))}`

  const judged = (read: ReadRow, identity: Identity | null, matched: Matched): Considered => {
    if (matched && 'several' in matched) {
      const ids = matched.several.slice(0, 10).join(', ')
      const message = `Flere ${entity.noun.many} har denne verdien (id ${ids})`
      return failed(read, problem(read, identity!.field, message))
    }
    if (matched && 'skipped' in matched) return asPlanned(read, matched.skipped)
    const known = matched?.known ?? null
    return { read, plan: rules.plan(read, known), found: matched?.found ?? null, known }
  }
  /** What is to become of a row, as things are now. */
  const look = (read: ReadRow, identity: Identity | null): AtOnce<Considered> =>
    after(identity && find(entity, identity, read), (matched) => judged(read, identity, matched))

  return (row) => {
    const read = rules.read(row)
    const identity = rules.identity(read)
    const ready = (consider: Started['consider']): Started => ({ row, identity, consider })
    const before = identity ? seen(keyOf(identity, read), row.line) : undefined
    if (!identity || before === undefined) return ready(() => look(read, identity))
    const repeated = rules.repeated(read)
    if (repeated === 'by itself') return ready(() => look(read, identity))
    if (repeated) return ready(() => asPlanned(read, repeated))
    const name = columnOf(entity, identity.field)?.heading ?? identity.field
    const twice = problem(read, identity.field, `Samme ${name} som på linje ${before}`)
    return ready(() => failed(read, twice))
  }
}
