import type { JobStage } from '#contracts/csv/answer.ts'
import { jobAnswer, type Job, type Pace } from '../store/job.ts'

/** An import that this process knows, with who listens to it. */
export type RunningJob = {
  readonly job: Job
  /** Rows that are told to be done: no more than are saved, so that the count does not fall after a crash. */
  told: number
  pace: Pace
  /** Why it waits; null where it does not. */
  waiting: string | null
  cancelled: boolean
  /** Resolves when the stage under way has ended, rejects with what went wrong. */
  ended: Promise<void>
  readonly listeners: Set<() => void>
}

export const createRunningJob = (job: Job): RunningJob => ({
  job,
  told: job.done,
  pace: { since: null, doneBefore: 0 },
  waiting: null,
  cancelled: false,
  ended: Promise.resolve(),
  listeners: new Set(),
})

export const answerOf = (one: RunningJob, now: Date) => jobAnswer(one.job, one, now.getTime())

export const notify = ({ listeners }: RunningJob): void => listeners.forEach((listen) => listen())

/** A new stage counts from 0; one that is taken up again goes on. */
export const enterStage = (one: RunningJob, stage: JobStage): void => {
  if (one.job.stage !== stage) one.told = one.job.done = 0
  one.job.stage = stage
}
