import type { ImportAnswer, JobStage, JobState, UndoAnswer } from '#contracts/csv/answer.ts'
import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Actor } from '../commands.ts'

export type MadeReference = {
  readonly entity: 'suppliers' | 'manufacturers'
  readonly id: number
  readonly revision: number
}

export type Job = Actor & {
  readonly id: string
  readonly entity: EntityName
  readonly fileName: string
  actor?: Actor
  readonly startedAt: string
  readonly options: ImportOptions
  readonly choices: Choices
  finishedAt: string | null
  state: JobState
  stage: JobStage
  rows: number
  done: number
  error: string | null
  headings: readonly string[] | null
  answer: ImportAnswer | null
  undo: UndoAnswer | null
  made: MadeReference[]
  position: string | null
}

export const reachedBy = ({ position }: Job): bigint | null =>
  position === null ? null : BigInt(position)

const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' })
/** The day an import was begun, where it was: the same however often it is resumed. */
export const dayOf = ({ startedAt }: Job): string => days.format(new Date(startedAt))

export const endStates: readonly JobState[] = ['checked', 'done', 'cancelled', 'failed', 'undone']
export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => endStates.includes(state)
