import { randomUUID } from 'node:crypto'
import type { JobAnswer, JobStage } from '#contracts/csv/answer.ts'
import { UnreadableFile } from '#contracts/csv/problems.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { wasStopped } from './check.ts'
import { hasEnded, jobAnswer, type Job } from './job.ts'
import { jobFolders } from './job-folder.ts'
import type { TitleOf } from './lookup.ts'
import { stages, type LiveJob } from './stages.ts'

export type JobNeeds = {
  readonly commands: Commands
  readonly log: EventLog
  readonly titleOf: TitleOf
  /** Where imports are kept. */
  readonly folder: string
  readonly now: () => Date
  readonly onFault: (error: unknown, id: string) => void
}

/** Rows in flight, of all imports together. */
const inFlight = 64
/** What is said where a fault of ours ended a stage. */
const stopped: Readonly<Record<JobStage, string>> = {
  check: 'Filen ble ikke lest ferdig på grunn av en feil. Prøv igjen.',
  run: 'Importen stoppet på grunn av en feil. Det som er gjort, står.',
  undo: 'Angringen stoppet på grunn av en feil. Det som er angret, står.',
}
const day = 24 * 60 * 60 * 1_000
/** Imports that may be undone are kept longer than dry runs that nobody ran. */
const keptFor = { checked: day, other: 30 * day }

export const importJobs = (needs: JobNeeds) => {
  const { now, onFault } = needs
  const folders = jobFolders(needs.folder)
  const live = new Map<string, LiveJob>()
  let stopping = false

  const answerOf = (one: LiveJob): JobAnswer => jobAnswer(one.job, one.pace, now().getTime())

  const running = () => [...live.values()].filter(({ job }) => !hasEnded(job)).length

  const {
    end,
    checking,
    running: runs,
    undoing,
  } = stages({
    ...needs,
    folders,
    isStopping: () => stopping,
    width: () => Math.max(8, Math.floor(inFlight / Math.max(1, running()))),
  })

  /** Does one stage of a job; what goes wrong ends it, unless the service itself is being stopped. */
  const stage = (one: LiveJob, work: () => Promise<void>): Promise<void> => {
    one.pace = { since: now().getTime(), doneBefore: one.job.done }
    const ended = work().catch(async (error: unknown) => {
      if (wasStopped(error)) return end(one, 'cancelled')
      if (error instanceof UnreadableFile) one.job.headings = error.headings
      else onFault(error, one.job.id)
      await end(
        one,
        'failed',
        error instanceof UnreadableFile ? error.message : stopped[one.job.stage],
      )
      throw error
    })
    one.ended = ended
    // Whoever waits for it hears of it; nobody needs to.
    ended.catch(() => undefined)
    return ended
  }

  /** Saved before it is answered, so that a crash from here on goes on with it. */
  const claim = async (one: LiveJob, state: 'running' | 'undoing') => {
    const before = one.job.state
    one.job.state = state
    one.job.error = null
    one.cancelled = false
    try {
      await folders.save(one.job)
    } catch (error) {
      one.job.state = before
      throw error
    }
  }

  const add = (job: Job): LiveJob => {
    const one: LiveJob = {
      job,
      pace: { since: null, doneBefore: 0 },
      cancelled: false,
      ended: Promise.resolve(),
      listeners: new Set(),
    }
    live.set(job.id, one)
    return one
  }
  const find = async (id: string): Promise<LiveJob | undefined> => {
    const known = live.get(id)
    if (known) return known
    const job = await folders.read(id)
    return live.get(id) ?? (job && add(job))
  }
  const forget = async (id: string) => {
    live.delete(id)
    await folders.remove(id)
  }

  return {
    folders,
    find,
    answerOf,
    /** A folder to receive a file in; `discard` if nothing comes of it. */
    open: async (id: string = randomUUID()) => {
      await folders.make(id)
      return { id, upload: folders.paths(id).upload, discard: () => forget(id) }
    },
    begin: async (job: Job, dryRun: boolean): Promise<LiveJob> => {
      const one = add(job)
      await folders.save(job)
      void stage(one, dryRun ? checking(one) : runs(one, false)).catch(() => undefined)
      return one
    },
    /** Runs what a dry run has shown, or goes on where a fault stopped it. False if it is not in a state for that. */
    proceed: async (one: LiveJob): Promise<boolean> => {
      const isStopped = one.job.state === 'failed' && one.job.stage === 'run'
      if (one.job.state !== 'checked' && !isStopped) return false
      await claim(one, 'running')
      void stage(one, runs(one, isStopped)).catch(() => undefined)
      return true
    },
    /** Goes on with what a fault ended; what has not failed goes on by itself. */
    retry: (one: LiveJob): void => {
      if (one.job.state !== 'failed') return
      const { stage: last } = one.job
      one.job.state = last === 'check' ? 'checking' : last === 'run' ? 'running' : 'undoing'
      one.cancelled = false
      const work =
        last === 'check' ? checking(one) : last === 'run' ? runs(one, true) : undoing(one)
      void stage(one, work).catch(() => undefined)
    },
    cancel: (one: LiveJob): boolean => {
      if (one.job.state !== 'running' && one.job.state !== 'checking') return false
      one.cancelled = true
      return true
    },
    undo: async (one: LiveJob): Promise<boolean> => {
      if (!['done', 'cancelled', 'failed'].includes(one.job.state) || one.job.stage === 'check')
        return false
      await claim(one, 'undoing')
      void stage(one, undoing(one)).catch(() => undefined)
      return true
    },
    list: async (): Promise<readonly JobAnswer[]> => {
      const all = await Promise.all((await folders.all()).map(({ id }) => find(id)))
      return all
        .filter((one) => one !== undefined)
        .map(answerOf)
        .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
        .slice(0, 50)
    },
    /** Goes on with what a stop or a crash interrupted, and clears out what is old. */
    resume: async (): Promise<void> => {
      for (const { id, job } of await folders.all()) {
        if (!job || job.state === 'checking') {
          await forget(id)
          continue
        }
        const age = now().getTime() - Date.parse(job.startedAt)
        const most = job.state === 'checked' ? keptFor.checked : keptFor.other
        if (hasEnded(job) && age > most) await forget(id)
        else if (job.state === 'running') {
          const one = add(job)
          void stage(one, runs(one, true)).catch(() => undefined)
        } else if (job.state === 'undoing') {
          const one = add(job)
          void stage(one, undoing(one)).catch(() => undefined)
        }
      }
    },
    /** Removes what is kept of ended imports of an entity: their files hold what was erased. */
    forgetEnded: async (entity: string): Promise<void> => {
      for (const { id, job } of await folders.all())
        if (job && job.entity === entity && hasEnded(live.get(id)?.job ?? job)) await forget(id)
    },
    /** Lets the rows in flight land, and leaves the rest for the next start. */
    stop: async (): Promise<void> => {
      stopping = true
      await Promise.allSettled([...live.values()].map(({ ended }) => ended))
    },
  }
}

export type ImportJobs = ReturnType<typeof importJobs>
