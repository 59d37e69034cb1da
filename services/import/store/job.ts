import type {
  ImportAnswer,
  JobAnswer,
  JobStage,
  JobState,
  UndoAnswer,
} from '#contracts/csv/answer.ts'
import type { Choices } from '#contracts/csv/reading-options.ts'
import type { ImportOptions } from '#contracts/csv/options.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Actor } from '../commands.ts'

/** A supplier or manufacturer that the import made, because a row named it. */
export type MadeReference = {
  readonly entity: 'suppliers' | 'manufacturers'
  readonly id: number
  readonly revision: number
}

/** One import, as it is kept. */
export type Job = Actor & {
  readonly id: string
  readonly entity: EntityName
  readonly fileName: string
  /** Who last told it to run or to be taken back, where that is not who uploaded the file. */
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
  /** Of a file that lacks columns: what it has. */
  headings: readonly string[] | null
  answer: ImportAnswer | null
  undo: UndoAnswer | null
  made: MadeReference[]
  /** Where in the log its last event is. */
  position: string | null
}

/** Whose doing the events of a job are. */
export const actorIn = ({ actor, user, userId }: Job): Actor =>
  actor ?? { user, ...(userId !== undefined && { userId }) }

/** What an answer about the job says to have been reached. */
export const reachedBy = ({ position }: Job): bigint | null =>
  position === null ? null : BigInt(position)

/** An event of the job was written there. In which order answers come is not said. */
export const wroteAt = (job: Pick<Job, 'position'>, position: bigint | null): void => {
  if (position !== null && BigInt(job.position ?? 0) < position) job.position = String(position)
}

const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' })
/** The day an import was begun, where it was: the same however often it is resumed. */
export const dayOf = ({ startedAt }: Job): string => days.format(new Date(startedAt))

export const endStates: readonly JobState[] = ['checked', 'done', 'cancelled', 'failed', 'undone']
export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => endStates.includes(state)

/** Since when a stage is under way in this process, and how much was done before. */
export type Pace = { readonly since: number | null; readonly doneBefore: number }

const secondsLeft = (job: Job, { since, doneBefore }: Pace, now: number) => {
  const done = job.done - doneBefore
  if (since === null || done <= 0 || hasEnded(job)) return null
  return Math.ceil(((job.rows - job.done) * (now - since)) / done / 1_000)
}

export type Progress = {
  /** Rows that are told to be done: those that are saved. */
  readonly told: number
  readonly pace: Pace
  /** Why it waits; null where it does not. */
  readonly waiting: string | null
}

export const jobAnswer = (job: Job, { told, pace, waiting }: Progress, now: number): JobAnswer => ({
  id: job.id,
  entity: job.entity,
  fileName: job.fileName,
  user: job.user,
  startedAt: job.startedAt,
  finishedAt: job.finishedAt,
  state: job.state,
  stage: job.stage,
  rows: job.rows,
  done: told,
  secondsLeft: secondsLeft(job, pace, now),
  error: job.error ?? waiting,
  // Jobs kept since before there was a mapping have none.
  headings: job.headings ?? null,
  answer: job.answer,
  undo: job.undo,
  position: job.position,
})
