import { createLocks, exclusive } from '#kernel/locks.ts'
import { hasEnded, type Job } from '../store/job.ts'
import type { JobRepository } from '../store/job-repository.ts'
import type { Uploads } from '../store/uploads.ts'
import { createRunningJob, type RunningJob } from './running-job.ts'

/** The imports there are: those that this process knows, and the rest as they are kept. */
export const createJobRegistry = (repository: JobRepository, uploads: Uploads) => {
  const live = new Map<string, RunningJob>()
  /** Or one that is just being removed would be found once more. */
  const alone = createLocks()

  const add = (job: Job): RunningJob => {
    const one = createRunningJob(job)
    live.set(job.id, one)
    return one
  }
  return {
    add,
    find: async (id: string): Promise<RunningJob | undefined> =>
      live.get(id) ??
      alone([exclusive(id)], async () => {
        const job = live.has(id) ? undefined : await repository.read(id)
        return live.get(id) ?? (job && add(job))
      }),
    forget: (id: string): Promise<void> =>
      alone([exclusive(id)], async () => {
        live.delete(id)
        await repository.remove(id)
        await uploads.remove(id)
      }),
    running: (): number => [...live.values()].filter(({ job }) => !hasEnded(job)).length,
    /** When what is under way has ended, well or not. */
    settled: (): Promise<unknown> =>
      Promise.allSettled([...live.values()].map(({ ended }) => ended)),
    latest: async (count: number): Promise<readonly RunningJob[]> =>
      (await repository.latest(count)).map((job) => live.get(job.id) ?? createRunningJob(job)),
  }
}
