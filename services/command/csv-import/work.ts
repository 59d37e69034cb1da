import type { ChangedField, ChangedPrice } from '#contracts/csv/answer.ts'
import { fieldChanges } from '#contracts/csv/field-changes.ts'
import type { SkipReason } from '#contracts/csv/nelfo/skips.ts'
import type { Known } from '#contracts/csv/differences.ts'
import type { RowPlan } from '#contracts/csv/plan-row.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import type { Pieces } from '#contracts/csv/scan.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { Locks } from '#command/kernel/locks.ts'
import type { FaultyFile } from './faulty-file.ts'
import type { Job } from './job.ts'
import type { Journal } from './journal.ts'
import type { TitleOf } from './lookup.ts'
import type { Tally } from './tally.ts'

/** What is done of an import, or taken back, with all that takes. */
export type Task = {
  readonly job: Job
  readonly entity: Entity
  readonly understood: Understood
  readonly pieces: Pieces
  readonly journal: Journal
  readonly commands: Commands
  readonly log: EventLog
  readonly isCancelled: () => boolean
  /** Waits while the disk is almost full, or until it is told to stop. */
  readonly room: () => Promise<void>
  /** Rows in flight at once. */
  readonly width: () => number
  readonly progressed: () => void
}

/** One import under way. */
export type Work = Task & {
  /** The field by which rows are recognised. */
  readonly identifier: string
  readonly tally: Tally
  readonly faulty: FaultyFile
  readonly locks: Locks
  readonly titleOf: TitleOf
}

/** Why a row is left alone, where that is counted apart. */
export const reasonOf = (plan: RowPlan): SkipReason | undefined =>
  plan.outcome === 'skipped' ? plan.because : undefined

type Updated = Extract<RowPlan, { outcome: 'updated' }>

/** Of which row and which record a change is. */
const subject = (entity: Entity, read: ReadRow, known: Known | null, { id }: Updated) => ({
  line: read.line,
  id,
  title: String(known?.values[entity.title] ?? read.given.get(entity.title) ?? ''),
})

export const changedPrices = (
  entity: Entity,
  read: ReadRow,
  known: Known | null,
  plan: Updated,
): readonly ChangedPrice[] =>
  plan.prices.map((change) => ({ ...change, ...subject(entity, read, known, plan) }))

export const changedFields = (
  entity: Entity,
  read: ReadRow,
  known: Known,
  plan: Updated,
): readonly ChangedField[] =>
  fieldChanges(entity, known, plan).map((change) => ({
    ...subject(entity, read, known, plan),
    ...change,
  }))
