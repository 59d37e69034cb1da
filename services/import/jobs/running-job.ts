import { jobAnswer, type JobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded, type JobStage } from '#contracts/csv/job-states.ts'
import { createLocks, exclusive } from '#kernel/locks.ts'
import type { Job, JobRepository } from '../store/job-repository.ts'
import type { Uploads } from '../store/uploads.ts'

/** When this process started the stage, and how much was done before. */
type Pace = { readonly since: number | null; readonly doneBefore: number }

const secondsLeft = (job: Job, { since, doneBefore }: Pace) => {
  const done = job.done - doneBefore
  if (since === null || done <= 0 || hasEnded(job)) return null
  return Math.ceil(((job.rows - job.done) * (Date.now() - since)) / done / 1_000)
}

export type RunningJob = {
  readonly job: Job
  /** Rows reported as done: only saved ones, so that the count never falls after a crash. */
  reported: number
  pace: Pace
  waiting: string | null
  cancelled: boolean
  /** Rows may be done that the row log does not know. */
  mayHaveRun: boolean
  ended: Promise<void>
  readonly listeners: Set<() => void>
}

const createRunningJob = (job: Job, mayHaveRun: boolean): RunningJob => ({
  job,
  mayHaveRun,
  reported: job.done,
  pace: { since: null, doneBefore: 0 },
  waiting: null,
  cancelled: false,
  ended: Promise.resolve(),
  listeners: new Set(),
})

const shownKeys = Object.keys(jobAnswer.shape) as (keyof JobAnswer & keyof Job)[]

export const answerOf = ({ job, reported, pace, waiting }: RunningJob): JobAnswer => {
  // Jobs of older releases lack some.
  const shown = Object.fromEntries(shownKeys.map((key) => [key, job[key] ?? null]))
  return {
    ...(shown as object as Job),
    kind: job.bulk ? 'bulk' : 'import',
    done: reported,
    secondsLeft: secondsLeft(job, pace),
    error: job.error ?? waiting,
  }
}

export const notify = ({ listeners }: RunningJob): void => listeners.forEach((listen) => listen())

/** A new stage counts from 0; a resumed one continues. */
export const enterStage = (one: RunningJob, stage: JobStage): void => {
  if (one.job.stage !== stage) one.reported = one.job.done = 0
  one.job.stage = stage
}

export const createJobRegistry = (repository: JobRepository, uploads: Uploads) => {
  const live = new Map<string, RunningJob>()
  /** Otherwise a job that is being removed could be found again. */
  const alone = createLocks()

  const add = (job: Job, mayHaveRun: boolean): RunningJob => {
    const one = createRunningJob(job, mayHaveRun)
    live.set(job.id, one)
    return one
  }
  return {
    addNew: (job: Job): RunningJob => add(job, false),
    find: async (id: string): Promise<RunningJob | undefined> =>
      live.get(id) ??
      alone([exclusive(id)], async () => {
        const job = live.has(id) ? undefined : await repository.read(id)
        return live.get(id) ?? (job && add(job, true))
      }),
    forget: (id: string): Promise<void> =>
      alone([exclusive(id)], async () => {
        live.delete(id)
        await repository.remove(id)
        await uploads.remove(id)
      }),
    running: (): number => [...live.values()].filter(({ job }) => !hasEnded(job)).length,
    allEnded: (): Promise<unknown> =>
      Promise.allSettled([...live.values()].map(({ ended }) => ended)),
    latest: async (count: number): Promise<readonly RunningJob[]> =>
      (await repository.latest(count)).map(
        (job) => live.get(job.id) ?? createRunningJob(job, true),
      ),
  }
}

export type JobRegistry = ReturnType<typeof createJobRegistry>
