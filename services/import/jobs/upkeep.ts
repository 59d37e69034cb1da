import { hasEnded } from '#contracts/csv/job-states.ts'
import { readdir } from 'node:fs/promises'
import type { WorkerContext } from '../rows/task.ts'
import type { Job } from '../store/job-repository.ts'
import { begin } from './begin-stage.ts'
import { isJobId, removeUnreadable, takeInOldJobs, unreadable } from './legacy-jobs.ts'
import type { JobRegistry } from './running-job.ts'

const day = 24 * 60 * 60 * 1_000
/** Imports that can be undone are kept longer than unused dry runs. */
const isOld = ({ state, startedAt }: Pick<Job, 'state' | 'startedAt'>, now: Date): boolean =>
  hasEnded({ state }) &&
  now.getTime() - Date.parse(startedAt) > (state === 'checked' ? day : 30 * day)

/** Files of ended imports may contain the erased data, and so may unreadable imports. */
export const forgetEnded = async (
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
export const resumeAll = async (context: WorkerContext, registry: JobRegistry): Promise<void> => {
  const { repository, uploads, onFault, now } = context
  await takeInOldJobs(context)
  const states = await repository.states()
  const known = new Set(states.map(({ id }) => id))
  // A crash before the first save leaves a folder without a job.
  const strays = (await readdir(uploads.root)).filter((id) => isJobId(id) && !known.has(id))
  const isSpent = (one: (typeof states)[number]) => one.state === 'checking' || isOld(one, now())
  for (const { id } of states.filter((one) => !isSpent(one) && !hasEnded(one)))
    await registry
      .find(id)
      .then((one) => one && begin(context, one))
      .catch((error: unknown) => onFault(error, id, unreadable))
  for (const id of [...strays, ...states.filter(isSpent).map((one) => one.id)])
    await registry.forget(id).catch((error: unknown) => onFault(error, id))
}
