import { readdir } from 'node:fs/promises'
import type { DatabasePool } from 'slonik'
import type { JobAnswer, JobStage, JobState } from '#contracts/csv/answer.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Actor } from '../commands.ts'
import { UnreadableFile } from '../csv/parser.ts'
import type { WorkerContext } from '../rows/task.ts'
import { hasEnded, createJobRepository, type Job } from '../store/job-repository.ts'
import { createUploads } from '../store/uploads.ts'
import { answerOf, createJobRegistry, enterStage, type RunningJob } from './running-job.ts'
import { createOldJobs, isJobId, unreadable } from './legacy-jobs.ts'
import { end, stages } from './run-stage.ts'

export type JobDependencies = Pick<
  WorkerContext,
  'commands' | 'log' | 'disk' | 'titleOf' | 'onFault' | 'now'
> & {
  readonly pool: DatabasePool
  readonly folder: string
}

/** Rows in flight, of all imports together. */
const inFlight = 64
const underWay = {
  check: 'checking',
  run: 'running',
  undo: 'undoing',
} as const satisfies Record<JobStage, JobState>
/** What is said where a fault of ours ended a stage. */
const stopped: Readonly<Record<JobStage, string>> = {
  check: 'Filen ble ikke lest ferdig på grunn av en feil. Prøv igjen.',
  run: 'Importen stoppet på grunn av en feil. Det som er gjort, står.',
  undo: 'Angringen stoppet på grunn av en feil. Det som er angret, står.',
}
const mayBeUndone: readonly JobState[] = ['done', 'cancelled', 'failed']

const day = 24 * 60 * 60 * 1_000
/** Imports that may be undone are kept longer than dry runs that nobody ran. */
const isOld = ({ state, startedAt }: Pick<Job, 'state' | 'startedAt'>, now: Date): boolean =>
  hasEnded({ state }) &&
  now.getTime() - Date.parse(startedAt) > (state === 'checked' ? day : 30 * day)

/** Does the stage that a job is in; what goes wrong ends it. */
const begin = (context: WorkerContext, one: RunningJob, stage = one.job.stage): void => {
  one.pace = { since: context.now().getTime(), doneBefore: one.job.done }
  one.ended = stages[stage](context, one).catch(async (error: unknown) => {
    const isUnreadable = error instanceof UnreadableFile
    if (isUnreadable) one.job.headings = error.headings
    else context.onFault(error, one.job.id)
    await end(context, one, 'failed', isUnreadable ? error.message : stopped[one.job.stage])
    throw error
  })
  // Whoever waits for it hears of it; nobody needs to.
  one.ended.catch(() => undefined)
}

/** Saved before it is answered, so that a crash from here on goes on with it. */
const claim = async (
  { repository }: WorkerContext,
  one: RunningJob,
  stage: 'run' | 'undo',
  actor: Actor,
) => {
  const { job } = one
  const before = { ...job }
  Object.assign(job, { state: underWay[stage], error: null, finishedAt: null, actor })
  enterStage(one, stage)
  one.cancelled = false
  try {
    await repository.save(job)
  } catch (error) {
    Object.assign(job, before)
    one.told = job.done
    throw error
  }
}

export const createImportJobs = ({ pool, folder, ...needs }: JobDependencies) => {
  const { now, onFault } = needs
  const repository = createJobRepository(pool)
  const uploads = createUploads(folder)
  const registry = createJobRegistry(repository, uploads)
  const oldJobs = createOldJobs(repository, uploads, onFault)
  let isStopping = false
  const context: WorkerContext = {
    ...needs,
    repository,
    uploads,
    locks: createLocks(),
    isStopping: () => isStopping,
    width: () => Math.max(8, Math.floor(inFlight / Math.max(1, registry.running()))),
  }

  /** One that cannot be read stops no other. */
  const resumeOne = async (id: string): Promise<void> => {
    try {
      const one = await registry.find(id)
      if (one) begin(context, one)
    } catch (error) {
      onFault(error, id, unreadable)
    }
  }

  return {
    repository,
    uploads,
    answerOf: (one: RunningJob): JobAnswer => answerOf(one, now()),
    find: registry.find,
    running: registry.running,
    discard: registry.forget,
    begin: async (job: Job, isDryRun: boolean): Promise<RunningJob> => {
      await repository.insert(job)
      const one = registry.add(job)
      begin(context, one, isDryRun ? 'check' : 'run')
      return one
    },
    /** Runs what a dry run has shown, or goes on where a fault stopped it. False if it is not in a state for that. */
    proceed: async (one: RunningJob, actor: Actor): Promise<boolean> => {
      const isStopped = one.job.state === 'failed' && one.job.stage === 'run'
      if (one.job.state !== 'checked' && !isStopped) return false
      await claim(context, one, 'run', actor)
      begin(context, one)
      return true
    },
    /** Goes on with what a fault ended; what has not failed goes on by itself. */
    retry: (one: RunningJob): void => {
      const { job } = one
      if (job.state !== 'failed') return
      Object.assign(job, { state: underWay[job.stage], finishedAt: null })
      one.cancelled = false
      begin(context, one)
    },
    cancel: (one: RunningJob): boolean => {
      if (hasEnded(one.job)) return false
      one.cancelled = true
      return true
    },
    undo: async (one: RunningJob, actor: Actor): Promise<boolean> => {
      if (!mayBeUndone.includes(one.job.state) || one.job.stage === 'check') return false
      await claim(context, one, 'undo', actor)
      begin(context, one)
      return true
    },
    list: async (): Promise<readonly JobAnswer[]> =>
      (await registry.latest(50)).map((one) => answerOf(one, now())),
    /** Files of ended imports hold what was erased, as may those that cannot be read. */
    forgetEnded: async (entity: string): Promise<void> => {
      const ended = (await repository.states()).filter(
        (one) => one.entity === entity && hasEnded(one),
      )
      const removals = ended.map(({ id }) => registry.forget(id))
      const outcomes = await Promise.allSettled([...removals, oldJobs.removeUnreadable()])
      const failures = outcomes.filter(({ status }) => status === 'rejected')
      if (failures.length > 0) throw new AggregateError(failures, 'Imports could not be removed')
    },
    /** Goes on with what a stop or a crash interrupted, and clears out what is old. */
    resume: async (): Promise<void> => {
      await oldJobs.takeIn()
      const states = await repository.states()
      const known = new Set(states.map(({ id }) => id))
      // A crash before the first save leaves a folder without a job.
      const strays = (await readdir(folder)).filter((id) => isJobId(id) && !known.has(id))
      const isSpent = (one: (typeof states)[number]) =>
        one.state === 'checking' || isOld(one, now())
      const spent = [...strays, ...states.filter(isSpent).map(({ id }) => id)]
      for (const one of states) if (!isSpent(one) && !hasEnded(one)) await resumeOne(one.id)
      for (const id of spent)
        await registry.forget(id).catch((error: unknown) => onFault(error, id))
    },
    /** Lets the rows in flight land, and leaves the rest for the next start. */
    stop: async (): Promise<void> => {
      isStopping = true
      await registry.settled()
    },
  }
}

export type ImportJobs = ReturnType<typeof createImportJobs>
