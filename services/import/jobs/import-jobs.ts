import { readdir } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { DatabasePool } from 'slonik'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Requester } from '../commands.ts'
import type { WorkerContext } from '../rows/task.ts'
import { createJobRepository, type Job } from '../store/job-repository.ts'
import { createUploads } from '../store/uploads.ts'
import { begin, claim, retry } from './begin-stage.ts'
import { answerOf, createJobRegistry, type JobRegistry, type RunningJob } from './running-job.ts'
import { isJobId, removeUnreadable, takeInOldJobs, unreadable } from './legacy-jobs.ts'

const rowsInFlight = 64
const day = 24 * 60 * 60 * 1_000
/** Imports that can be undone are kept longer than unused dry runs. */
const isOld = ({ state, startedAt }: Pick<Job, 'state' | 'startedAt'>): boolean =>
  hasEnded({ state }) && Date.now() - Date.parse(startedAt) > (state === 'checked' ? day : 30 * day)

/** Files of ended imports may contain the erased data, and so may unreadable imports. */
const forgetEnded = async (
  context: WorkerContext,
  registry: JobRegistry,
  entity: string,
): Promise<void> => {
  const states = await context.repository.states()
  const ended = states.filter((one) => one.entity === entity && hasEnded(one))
  const removals = ended.map(({ id }) => registry.forget(id))
  const outcomes = await Promise.allSettled([...removals, removeUnreadable(context)])
  const failures = outcomes.filter(({ status }) => status === 'rejected')
  if (failures.length > 0) throw new AggregateError(failures, 'Imports could not be removed')
}

/** Goes on with interrupted imports, and removes old ones. A fault in one must not stop the others. */
const resumeAll = async (context: WorkerContext, registry: JobRegistry): Promise<void> => {
  const { repository, uploads, onFault } = context
  await takeInOldJobs(context)
  const states = await repository.states()
  const known = new Set(states.map(({ id }) => id))
  // A crash before the first save leaves a folder without a job.
  const strays = (await readdir(uploads.root)).filter((id) => isJobId(id) && !known.has(id))
  const isSpent = (one: (typeof states)[number]) => one.state === 'checking' || isOld(one)
  for (const { id } of states.filter((one) => !isSpent(one) && !hasEnded(one)))
    await registry
      .find(id)
      .then((one) => one && begin(context, one))
      .catch((error: unknown) => onFault(error, id, unreadable))
  for (const id of [...strays, ...states.filter(isSpent).map((one) => one.id)])
    await registry.forget(id).catch((error: unknown) => onFault(error, id))
}

export type JobDependencies = Pick<
  WorkerContext,
  'commands' | 'log' | 'disk' | 'askImpact' | 'titleOf' | 'onFault'
> & {
  readonly pool: DatabasePool
  readonly folder: string
}

export const createImportJobs = ({ pool, folder, ...needs }: JobDependencies) => {
  const repository = createJobRepository(pool)
  const uploads = createUploads(folder)
  const registry = createJobRegistry(repository, uploads)
  let isStopping = false
  const context: WorkerContext = {
    ...needs,
    repository,
    uploads,
    locks: createLocks(),
    inFlight: pLimit(rowsInFlight),
    isStopping: () => isStopping,
  }

  return {
    ...registry,
    resume: () => resumeAll(context, registry),
    forgetEnded: (entity: string) => forgetEnded(context, registry, entity),
    repository,
    uploads,
    answerOf,
    begin: async (job: Job, isDryRun: boolean): Promise<RunningJob> => {
      await repository.insert(job)
      const one = registry.addNew(job)
      begin(context, one, isDryRun ? 'check' : 'run')
      return one
    },
    claim: (one: RunningJob, stage: 'run' | 'undo', requester: Requester): Promise<boolean> =>
      claim(context, one, stage, requester),
    retry: (one: RunningJob): void => retry(context, one),
    cancel: (one: RunningJob): boolean => {
      if (hasEnded(one.job)) return false
      one.cancelled = true
      return true
    },
    list: async (): Promise<readonly JobAnswer[]> => (await registry.latest(50)).map(answerOf),
    /** Waits for the rows in flight. The next start resumes the rest. */
    stop: async (): Promise<void> => {
      isStopping = true
      await registry.allEnded()
    },
  }
}

export type ImportJobs = ReturnType<typeof createImportJobs>
