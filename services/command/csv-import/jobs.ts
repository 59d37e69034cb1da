import type { JobAnswer, JobStage, JobState } from '#contracts/csv/answer.ts'
import { UnreadableFile } from '#contracts/csv/problems.ts'
import type { Actor } from '#command/kernel/context.ts'
import { wasStopped } from './check.ts'
import { hasEnded, jobAnswer, type Job } from './job.ts'
import { jobFolders } from './job-folder.ts'
import { knownJobs } from './known-jobs.ts'
import { enterStage, type LiveJob } from './live-job.ts'
import { stages } from './stages.ts'
import type { TaskNeeds } from './tasks.ts'

export type JobNeeds = Pick<TaskNeeds, 'commands' | 'log' | 'disk' | 'titleOf' | 'onFault'> & {
  /** Where imports are kept. */
  readonly folder: string
  readonly onUnreadable: (error: unknown, id: string) => void
  readonly now: () => Date
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

export const importJobs = (needs: JobNeeds) => {
  const { now, onFault } = needs
  const folders = jobFolders(needs.folder, needs.onUnreadable)
  const known = knownJobs(folders)
  let stopping = false

  const answerOf = (one: LiveJob): JobAnswer =>
    jobAnswer(one.job, one.told, one.pace, now().getTime())

  const { end, checking, running, undoing } = stages({
    ...needs,
    folders,
    isStopping: () => stopping,
    width: () => Math.max(8, Math.floor(inFlight / Math.max(1, known.running()))),
  })

  /** Does one stage of a job; what goes wrong ends it, unless the service itself is being stopped. */
  const begin = (one: LiveJob, work: () => Promise<void>): void => {
    one.pace = { since: now().getTime(), doneBefore: one.job.done }
    one.ended = work().catch(async (error: unknown) => {
      // Told to stop, not cancelled: whoever sent the file sends it again.
      if (wasStopped(error)) return one.cancelled ? end(one, 'cancelled') : undefined
      const isUnreadable = error instanceof UnreadableFile
      if (isUnreadable) one.job.headings = error.headings
      else onFault(error, one.job.id)
      await end(one, 'failed', isUnreadable ? error.message : stopped[one.job.stage])
      throw error
    })
    // Whoever waits for it hears of it; nobody needs to.
    one.ended.catch(() => undefined)
  }
  /** Goes on with what was begun before. */
  const goOn = (one: LiveJob): void => {
    if (one.job.state === 'checking') begin(one, checking(one))
    else begin(one, one.job.state === 'running' ? running(one, true) : undoing(one))
  }

  /** Saved before it is answered, so that a crash from here on goes on with it. */
  const claim = async (one: LiveJob, stage: 'run' | 'undo', actor: Actor) => {
    const { job } = one
    const before = { ...job }
    Object.assign(job, { state: underWay[stage], error: null, finishedAt: null, actor })
    enterStage(one, stage)
    one.cancelled = false
    try {
      await folders.save(job)
    } catch (error) {
      Object.assign(job, before)
      one.told = job.done
      throw error
    }
  }

  return {
    folders,
    answerOf,
    find: known.find,
    running: known.running,
    forgetEnded: known.forgetEnded,
    /** Where the file is to be received. */
    open: async (id: string): Promise<string> => {
      await folders.make(id)
      return folders.paths(id).upload
    },
    discard: known.forget,
    begin: async (job: Job, dryRun: boolean): Promise<LiveJob> => {
      const one = known.add(job)
      await folders.save(job)
      begin(one, dryRun ? checking(one) : running(one, false))
      return one
    },
    /** Runs what a dry run has shown, or goes on where a fault stopped it. False if it is not in a state for that. */
    proceed: async (one: LiveJob, actor: Actor): Promise<boolean> => {
      const isStopped = one.job.state === 'failed' && one.job.stage === 'run'
      if (one.job.state !== 'checked' && !isStopped) return false
      await claim(one, 'run', actor)
      begin(one, running(one, isStopped))
      return true
    },
    /** Goes on with what a fault ended; what has not failed goes on by itself. */
    retry: (one: LiveJob): void => {
      if (one.job.state !== 'failed') return
      one.job.state = underWay[one.job.stage]
      one.cancelled = false
      goOn(one)
    },
    cancel: (one: LiveJob): boolean => {
      if (hasEnded(one.job)) return false
      one.cancelled = true
      return true
    },
    undo: async (one: LiveJob, actor: Actor): Promise<boolean> => {
      if (!mayBeUndone.includes(one.job.state) || one.job.stage === 'check') return false
      await claim(one, 'undo', actor)
      begin(one, undoing(one))
      return true
    },
    list: async (): Promise<readonly JobAnswer[]> =>
      (await known.all())
        .map(answerOf)
        .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
        .slice(0, 50),
    /** Goes on with what a stop or a crash interrupted, and clears out what is old. */
    resume: async (): Promise<void> => {
      const { interrupted, spent } = await known.leftBehind(now().getTime())
      interrupted.forEach(goOn)
      for (const id of spent) await known.forget(id).catch((error: unknown) => onFault(error, id))
    },
    /** Lets the rows in flight land, and leaves the rest for the next start. */
    stop: async (): Promise<void> => {
      stopping = true
      await known.settled()
    },
  }
}

export type ImportJobs = ReturnType<typeof importJobs>
