import { locks, own } from '#command/kernel/locks.ts'
import type { JobFolders } from './job-folder.ts'
import { hasEnded, type Job } from './job.ts'
import type { LiveJob } from './live-job.ts'

const day = 24 * 60 * 60 * 1_000
/** Imports that may be undone are kept longer than dry runs that nobody ran. */
const keptFor = { checked: day, other: 30 * day }

type LeftBehind = {
  readonly interrupted: readonly LiveJob[]
  readonly spent: readonly string[]
}

/** The imports there are: those that this process knows, and the rest as they are kept. */
export const knownJobs = (folders: JobFolders) => {
  const live = new Map<string, LiveJob>()

  const add = (job: Job): LiveJob => {
    const one: LiveJob = {
      job,
      told: job.done,
      pace: { since: null, doneBefore: 0 },
      cancelled: false,
      ended: Promise.resolve(),
      listeners: new Set(),
    }
    live.set(job.id, one)
    return one
  }
  /** Or one that is just being removed would be found once more. */
  const alone = locks()
  const find = async (id: string): Promise<LiveJob | undefined> =>
    live.get(id) ??
    alone([own(id)], async () => {
      const job = live.has(id) ? undefined : await folders.read(id)
      return live.get(id) ?? (job && add(job))
    })
  const forget = (id: string): Promise<void> =>
    alone([own(id)], async () => {
      live.delete(id)
      await folders.remove(id)
    })
  const isOld = (job: Job, now: number): boolean => {
    const most = job.state === 'checked' ? keptFor.checked : keptFor.other
    return hasEnded(job) && now - Date.parse(job.startedAt) > most
  }

  return {
    add,
    find,
    forget,
    running: (): number => [...live.values()].filter(({ job }) => !hasEnded(job)).length,
    /** When what is under way has ended, well or not. */
    settled: (): Promise<unknown> =>
      Promise.allSettled([...live.values()].map(({ ended }) => ended)),
    all: async (): Promise<readonly LiveJob[]> => {
      const found = await Promise.all((await folders.all()).map(({ id }) => find(id)))
      return found.filter((one) => one !== undefined)
    },
    /**
     * Removes what is kept of ended imports of an entity, and of those that cannot be read: their files hold
     * what was erased. One that cannot be removed keeps none of the others.
     */
    forgetEnded: async (entity: string): Promise<void> => {
      const ended = (await folders.all()).filter(
        ({ id, job }) => job && job.entity === entity && hasEnded(live.get(id)?.job ?? job),
      )
      const removals = [...ended.map(({ id }) => forget(id)), folders.removeAside()]
      const failures = (await Promise.allSettled(removals)).filter(
        ({ status }) => status === 'rejected',
      )
      if (failures.length > 0) throw new AggregateError(failures, 'Imports could not be removed')
    },
    /** What a stop or a crash interrupted, and what cannot go on or is old. */
    leftBehind: async (now: number): Promise<LeftBehind> => {
      const interrupted: LiveJob[] = []
      const spent: string[] = []
      for (const { id, job } of await folders.all())
        if (!job || job.state === 'checking' || isOld(job, now)) spent.push(id)
        // Somebody may be following it already.
        else if (!hasEnded(job)) interrupted.push(live.get(id) ?? add(job))
      return { interrupted, spent }
    },
  }
}
