import type { Value } from '../fields.ts'
import type { Currency } from '../pricing.ts'
import type { Delimiter, Encoding } from './options.ts'
import type { DecimalMark } from './numbers.ts'

export const skipReasons = {
  notFound: 'med El-nummer som ikke er i katalogen',
  otherNumber: 'uten El-nummer',
  otherSupplier: 'der komponenten har en annen leverandør',
  discontinued: 'som utgår hos grossisten',
  noPrice: 'uten pris',
  repeated: 'som står flere ganger',
} as const
export type SkipReason = keyof typeof skipReasons

/** One thing wrong with a row, or with the file. `line` is the line in the file; the header is usually 1. */
export type Problem = {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly message: string
}

export type PriceChange = {
  readonly what: 'Kostpris' | 'Listepris' | 'Prisfaktor' | 'Kostpris valuta' | 'Prisenhet'
  readonly from: string | number | null
  readonly to: string | number | null
  /** How much more or less, in percent with one decimal; null where that means nothing. */
  readonly percent: number | null
  readonly warning: string | null
}

type FieldChange = {
  readonly field: string
  readonly from: Value
  readonly to: Value
}

export type ImportSummary = {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly unchanged: number
  readonly failed: number
}

type UnderstoodAnswer = {
  readonly format: 'csv' | 'nelfo'
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

type OfRow = { readonly line: number; readonly id: number; readonly title: string }

export type ChangedPrice = PriceChange & OfRow
export type ChangedField = FieldChange & OfRow

/** Answer of an import and of its dry run. Long lists are cut to `listed`; the counts are of all. */
export type ImportAnswer = {
  readonly success: true
  readonly message: string
  readonly summary: ImportSummary
  readonly createdSuppliers: number
  readonly createdManufacturers: number
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  readonly warningCount: number
  readonly priceChanges: readonly ChangedPrice[]
  readonly priceChangeCount: number
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
  readonly error: string | null
  /** What the file calls its columns, where it failed for want of some: they can be mapped. */
  readonly headings: readonly string[] | null
  readonly answer: ImportAnswer | null
  readonly undo: UndoAnswer | null
  /** Where in the log its last event is: what a query has to have reached to show it. */
  readonly position: string | null
}

export type UndoAnswer = {
  readonly removed: number
  readonly restored: number
  readonly kept: readonly (OfRow & { readonly reason: string })[]
  readonly keptCount: number
}
