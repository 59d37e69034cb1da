import { canRetryUndo, type JobStage, type JobState } from '#contracts/csv/job-states.ts'
import type { Requester } from '../commands.ts'
import { UnreadableFile } from '../csv/row.ts'
import type { WorkerContext } from '../rows/task.ts'
import type { Job } from '../store/job-repository.ts'
import { end, stages } from './stages.ts'
import { enterStage, type RunningJob } from './running-job.ts'

const underWay: Record<JobStage, JobState> = {
  check: 'checking',
  run: 'running',
  undo: 'undoing',
}
/** Messages if an internal error ended a stage. */
const stopped: Readonly<Record<JobStage, string>> = {
  check: 'Filen ble ikke lest ferdig på grunn av en feil. Prøv igjen.',
  run: 'Importen stoppet på grunn av en feil. Det som er gjort, står.',
  undo: 'Angringen stoppet på grunn av en feil. Det som er angret, står.',
}
const undoable: readonly JobState[] = ['done', 'cancelled', 'failed']

/** The states from which a run or an undo may start. */
const mayBegin: Readonly<Record<'run' | 'undo', (job: Job) => boolean>> = {
  run: ({ state, stage }) => state === 'checked' || (state === 'failed' && stage === 'run'),
  undo: (job) => job.stage !== 'check' && (undoable.includes(job.state) || canRetryUndo(job)),
}

export const begin = (context: WorkerContext, one: RunningJob, stage = one.job.stage): void => {
  one.pace = { since: Date.now(), doneBefore: one.job.done }
  one.ended = stages[stage](context, one).catch(async (error: unknown) => {
    const isUnreadable = error instanceof UnreadableFile
    if (isUnreadable) one.job.headings = error.headings
    else context.onFault(error, one.job.id)
    const text = isUnreadable ? error.message : stopped[one.job.stage]
    // Set before the first row, so that a resumed job does not start as a dry run.
    if (!isUnreadable) one.job.stage = stage
    await end(context, one, 'failed', text)
    throw error
  })
  // Waiters get the error; without waiters it must not be unhandled.
  one.ended.catch(() => undefined)
}

/** Resumes a job that an error ended. Other jobs resume by themselves. */
export const retry = (context: WorkerContext, one: RunningJob): void => {
  const { job } = one
  if (job.state !== 'failed' || job.answer?.refusal) return
  Object.assign(job, { state: underWay[job.stage], finishedAt: null })
  one.cancelled = false
  begin(context, one)
}

/** A resumed stage keeps its reason. An undo has its own. */
const reasonOf = ({ actor, reason, stage }: Job, next: JobStage) =>
  next === 'undo' && stage !== 'undo' ? null : (actor ?? { reason }).reason

/** Saved before the answer, so that a crash resumes it. False if the job's state does not allow it. */
export const claim = async (
  context: WorkerContext,
  one: RunningJob,
  stage: 'run' | 'undo',
  requester: Requester,
): Promise<boolean> => {
  const { job } = one
  if (!mayBegin[stage](job)) return false
  const before = { ...job }
  const actor = { ...requester, reason: requester.reason ?? reasonOf(job, stage) }
  Object.assign(job, { state: underWay[stage], error: null, finishedAt: null, actor })
  enterStage(one, stage)
  one.cancelled = false
  try {
    await context.repository.save(job)
  } catch (error) {
    Object.assign(job, before)
    one.reported = job.done
    throw error
  }
  begin(context, one)
  return true
}
