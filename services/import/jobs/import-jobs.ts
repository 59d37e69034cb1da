import type { DatabasePool } from 'slonik'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Requester } from '../commands.ts'
import type { WorkerContext } from '../rows/task.ts'
import { createJobRepository, type Job } from '../store/job-repository.ts'
import { createUploads } from '../store/uploads.ts'
import { begin, claim, underWay } from './begin-stage.ts'
import { answerOf, createJobRegistry, type RunningJob } from './running-job.ts'
import { forgetEnded, resumeAll } from './upkeep.ts'

export type JobDependencies = Pick<
  WorkerContext,
  'commands' | 'log' | 'disk' | 'askImpact' | 'titleOf' | 'onFault' | 'now'
> & {
  readonly pool: DatabasePool
  readonly folder: string
}

export const createImportJobs = ({ pool, folder, ...needs }: JobDependencies) => {
  const { now } = needs
  const repository = createJobRepository(pool)
  const uploads = createUploads(folder)
  const registry = createJobRegistry(repository, uploads)
  let isStopping = false
  const context: WorkerContext = {
    ...needs,
    repository,
    uploads,
    locks: createLocks(),
    isStopping: () => isStopping,
  }

  return {
    resume: () => resumeAll(context, registry),
    forgetEnded: (entity: string) => forgetEnded(context, registry, entity),
    repository,
    uploads,
    answerOf: (one: RunningJob): JobAnswer => answerOf(one, now()),
    find: registry.find,
    running: registry.running,
    forget: registry.forget,
    begin: async (job: Job, isDryRun: boolean): Promise<RunningJob> => {
      await repository.insert(job)
      const one = registry.addNew(job)
      begin(context, one, isDryRun ? 'check' : 'run')
      return one
    },
    claim: (one: RunningJob, stage: 'run' | 'undo', requester: Requester): Promise<boolean> =>
      claim(context, one, stage, requester),
    /** Resumes a job that an error ended. Other jobs resume by themselves. */
    retry: (one: RunningJob): void => {
      const { job } = one
      if (job.state !== 'failed' || job.answer?.refusal) return
      Object.assign(job, { state: underWay[job.stage], finishedAt: null })
      one.cancelled = false
      begin(context, one)
    },
    cancel: (one: RunningJob): boolean => {
      if (hasEnded(one.job)) return false
      one.cancelled = true
      return true
    },
    list: async (): Promise<readonly JobAnswer[]> =>
      (await registry.latest(50)).map((one) => answerOf(one, now())),
    /** Waits for the rows in flight. The next start resumes the rest. */
    stop: async (): Promise<void> => {
      isStopping = true
      await registry.allEnded()
    },
  }
}

export type ImportJobs = ReturnType<typeof createImportJobs>
