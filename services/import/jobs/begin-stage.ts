import type { JobStage, JobState } from '#contracts/csv/answer.ts'
import type { Requester } from '../commands.ts'
import { UnreadableFile } from '../csv/parser.ts'
import type { WorkerContext } from '../rows/task.ts'
import type { Job } from '../store/job-repository.ts'
import { end, stages } from './run-stage.ts'
import { enterStage, type RunningJob } from './running-job.ts'

export const underWay: Record<JobStage, JobState> = {
  check: 'checking',
  run: 'running',
  undo: 'undoing',
}
/** What is said where a fault of ours ended a stage. */
const stopped: Readonly<Record<JobStage, string>> = {
  check: 'Filen ble ikke lest ferdig på grunn av en feil. Prøv igjen.',
  run: 'Importen stoppet på grunn av en feil. Det som er gjort, står.',
  undo: 'Angringen stoppet på grunn av en feil. Det som er angret, står.',
}
const undoable: readonly JobState[] = ['done', 'cancelled', 'failed']

/** What did not come back may do so later: when that is there which it lacked. */
const isLeft = ({ state, bulk, undo }: Job): boolean =>
  state === 'undone' && bulk?.kind === 'delete' && (undo?.keptCount ?? 0) > 0

/** What a dry run has shown is run, as is what a fault stopped. */
const mayBegin: Readonly<Record<'run' | 'undo', (job: Job) => boolean>> = {
  run: ({ state, stage }) => state === 'checked' || (state === 'failed' && stage === 'run'),
  undo: (job) => job.stage !== 'check' && (undoable.includes(job.state) || isLeft(job)),
}

/** Does the stage that a job is in; what goes wrong ends it. */
export const begin = (context: WorkerContext, one: RunningJob, stage = one.job.stage): void => {
  one.pace = { since: context.now().getTime(), doneBefore: one.job.done }
  one.ended = stages[stage](context, one).catch(async (error: unknown) => {
    const isUnreadable = error instanceof UnreadableFile
    if (isUnreadable) one.job.headings = error.headings
    else context.onFault(error, one.job.id)
    const text = isUnreadable ? error.message : stopped[one.job.stage]
    // Also before its first row: taken up again, it is not a dry run.
    if (!isUnreadable) one.job.stage = stage
    await end(context, one, 'failed', text)
    throw error
  })
  // Whoever waits for it hears of it; nobody needs to.
  one.ended.catch(() => undefined)
}

/** What is gone on with is so for the reason it was begun for. An undoing has its own. */
const reasonOf = ({ actor, reason, stage }: Job, next: JobStage) =>
  next === 'undo' && stage !== 'undo' ? null : (actor ?? { reason }).reason

/** Saved before it is answered, so that a crash from here on goes on with it. False if it is not in a state for that. */
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
    one.told = job.done
    throw error
  }
  begin(context, one)
  return true
}
