import type { Currency } from '../pricing.ts'
import type { DecimalMark } from './numbers.ts'
import type { Delimiter } from './delimiter.ts'
import type { Encoding } from './encodings.ts'
import type { FieldChange } from './field-changes.ts'
import type { PriceChange } from './price-changes.ts'
import type { SkipReason } from './nelfo/skips.ts'
import type { Problem } from './problems.ts'

export type ImportSummary = {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly unchanged: number
  readonly failed: number
}

/** How the file was read, for staff to see and change. */
export type UnderstoodAnswer = {
  /** A CSV file, or a price file of a wholesaler. */
  readonly format: 'csv' | 'nelfo'
  /** "Semikolon, desimalkomma, Windows-1252" */
  readonly text: string
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly decimal: DecimalMark | null
  /** What amounts that name no currency are read as; null where there are none. */
  readonly currency: Currency | null
  readonly rows: number
  /** The key of the field by which rows were recognised: not always the one asked for. */
  readonly uniqueIdentifier: string
  readonly columns: readonly { readonly heading: string; readonly field: string | null }[]
}

export type ChangedPrice = PriceChange & {
  readonly line: number
  readonly id: number
  readonly title: string
}

export type ChangedField = FieldChange & {
  readonly line: number
  readonly id: number
  readonly title: string
}

/** Answer of an import and of its dry run. Long lists are cut to `listed`; the counts are of all. */
export type ImportAnswer = {
  readonly success: true
  readonly message: string
  readonly summary: ImportSummary
  readonly createdSuppliers: number
  readonly createdManufacturers: number
  /** Of a price file's dry run: why lines are left alone, and how many. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  readonly warningCount: number
  readonly priceChanges: readonly ChangedPrice[]
  readonly priceChangeCount: number
  /** Of a dry run: what else of records will change. */
  readonly changes: readonly ChangedField[]
  readonly changeCount: number
  readonly understood: UnderstoodAnswer
  readonly dryRun: boolean
  /** Of the job: /api/csv-import/jobs/{importId}. */
  readonly importId: string
}

export const listed = 1_000

export const jobStates = [
  'checking', // the file is being read
  'checked', // a dry run is done, and may be run
  'running',
  'done',
  'cancelled', // stopped on request: what was done before stays
  'failed',
  'undoing',
  'undone',
] as const
export type JobState = (typeof jobStates)[number]

/** What an import is doing, or last did. A fault may end any: state 'failed' does not say which. */
export type JobStage = 'check' | 'run' | 'undo'

/** Answer of /api/csv-import/jobs/{id}, and each of its events. */
export type JobAnswer = {
  readonly id: string
  readonly entity: string
  readonly fileName: string
  readonly user: string
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly state: JobState
  readonly stage: JobStage
  readonly rows: number
  readonly done: number
  readonly secondsLeft: number | null
  /** Why it failed. */
  readonly error: string | null
  /** What the file calls its columns, where it failed for want of some: they can be mapped. */
  readonly headings: readonly string[] | null
  readonly answer: ImportAnswer | null
  readonly undo: UndoAnswer | null
  /** Where in the log its last event is: what a query has to have reached to show it. */
  readonly position: string | null
}

/** What taking back an import came to. */
export type UndoAnswer = {
  readonly removed: number
  readonly restored: number
  /** What stays as it is, and why. */
  readonly kept: readonly {
    readonly line: number
    readonly id: number
    /** What the record is called; '' if it is there no longer. */
    readonly title: string
    readonly reason: string
  }[]
  readonly keptCount: number
}
