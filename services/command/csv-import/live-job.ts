import type { JobStage } from '#contracts/csv/answer.ts'
import type { Job, Pace } from './job.ts'
import type { JobFolders } from './job-folder.ts'

/** An import that this process knows, with who listens to it. */
export type LiveJob = {
  readonly job: Job
  /** Rows that are told to be done: no more than are saved, so that the count does not fall after a crash. */
  told: number
  pace: Pace
  cancelled: boolean
  /** Resolves when the stage under way has ended, rejects with what went wrong. */
  ended: Promise<void>
  readonly listeners: Set<() => void>
}

export const tell = (one: LiveJob): void => one.listeners.forEach((listen) => listen())

/** A new stage counts from 0; one that is taken up again goes on. */
export const enterStage = (one: LiveJob, stage: JobStage): void => {
  if (one.job.stage !== stage) one.told = one.job.done = 0
  one.job.stage = stage
}

export const saveAndTell = async (
  one: LiveJob,
  folders: Pick<JobFolders, 'save'>,
): Promise<void> => {
  const { done } = one.job
  await folders.save(one.job)
  one.told = Math.max(one.told, done)
  tell(one)
}
