import { readdir } from 'node:fs/promises'
import type { WorkerContext } from '../rows/task.ts'
import { hasEnded, type Job } from '../store/job-repository.ts'
import { createOldJobs, isJobId, unreadable } from './legacy-jobs.ts'
import type { JobRegistry, RunningJob } from './running-job.ts'

const day = 24 * 60 * 60 * 1_000
/** Imports that can be undone are kept longer than unused dry runs. */
const isOld = ({ state, startedAt }: Pick<Job, 'state' | 'startedAt'>, now: Date): boolean =>
  hasEnded({ state }) &&
  now.getTime() - Date.parse(startedAt) > (state === 'checked' ? day : 30 * day)

export const createUpkeep = (
  { repository, uploads, onFault, now }: WorkerContext,
  registry: JobRegistry,
  goOn: (one: RunningJob) => void,
) => {
  const oldJobs = createOldJobs(repository, uploads, onFault)

  /** An unreadable import must not stop the others. */
  const resumeOne = async (id: string): Promise<void> => {
    try {
      const one = await registry.find(id)
      if (one) goOn(one)
    } catch (error) {
      onFault(error, id, unreadable)
    }
  }

  return {
    /** Files of ended imports may contain the erased data, and so may unreadable imports. */
    forgetEnded: async (entity: string): Promise<void> => {
      const ended = (await repository.states()).filter(
        (one) => one.entity === entity && hasEnded(one),
      )
      const removals = ended.map(({ id }) => registry.forget(id))
      const outcomes = await Promise.allSettled([...removals, oldJobs.removeUnreadable()])
      const failures = outcomes.filter(({ status }) => status === 'rejected')
      if (failures.length > 0) throw new AggregateError(failures, 'Imports could not be removed')
    },
    resume: async (): Promise<void> => {
      await oldJobs.takeIn()
      const states = await repository.states()
      const known = new Set(states.map(({ id }) => id))
      // A crash before the first save leaves a folder without a job.
      const strays = (await readdir(uploads.root)).filter((id) => isJobId(id) && !known.has(id))
      const isSpent = (one: (typeof states)[number]) =>
        one.state === 'checking' || isOld(one, now())
      const spent = [...strays, ...states.filter(isSpent).map(({ id }) => id)]
      for (const one of states) if (!isSpent(one) && !hasEnded(one)) await resumeOne(one.id)
      for (const id of spent)
        await registry.forget(id).catch((error: unknown) => onFault(error, id))
    },
  }
}
