import { madeOf } from '#contracts/csv/made.ts'
import type { JobStage, JobState } from '#contracts/csv/job-answer.ts'
import { importAnswer } from '../rows/answer.ts'
import { dryRun } from '../rows/dry-run.ts'
import { run } from '../rows/run.ts'
import type { WorkerContext } from '../rows/task.ts'
import { undo } from '../rows/undo.ts'
import { enterStage, notify, type RunningJob } from './running-job.ts'
import { taskFor, withFile } from './stage-task.ts'

/** Ends a job in a state. Without a state the next start resumes it. */
export const end = async (
  { repository, now }: WorkerContext,
  one: RunningJob,
  state: JobState | undefined,
  error: string | null = null,
): Promise<void> => {
  if (!state) return
  Object.assign(one.job, { state, error, finishedAt: now().toISOString() })
  // Set together with the state, since a running save reports both.
  one.reported = one.job.done
  one.waiting = null
  await repository.save(one.job)
  notify(one)
}

type Stage = (context: WorkerContext, one: RunningJob) => Promise<void>

const lookAtRows = (context: WorkerContext, one: RunningJob) =>
  withFile(context, one, async (task) => {
    const { job } = one
    const shown = await dryRun(task)
    // Stopped by the service, not cancelled: the client sends the file again.
    if (!shown) return one.cancelled ? 'cancelled' : undefined
    await context.repository.saveDigests(job.id, shown.digests)
    const impact = shown.question && (await task.askImpact(shown.question))
    job.answer = { ...importAnswer(task, { ...shown, dryRun: true, isCancelled: false }), impact }
    return 'checked'
  })

const doRows = (context: WorkerContext, one: RunningJob) =>
  withFile(context, one, async (task) => {
    const { job } = one
    enterStage(one, 'run')
    Object.assign(job, { state: 'running', finishedAt: null })
    one.pace = { since: context.now().getTime(), doneBefore: job.done }
    await context.repository.save(job)
    notify(one)
    const { mayHaveRun } = one
    one.mayHaveRun = true
    const isWhole = await run(task, await context.repository.digests(job.id), mayHaveRun)
    if (!isWhole && !one.cancelled) return undefined
    const made = madeOf((name) => job.made.filter(({ entity }) => entity === name).length)
    job.answer = importAnswer(task, { made, dryRun: false, isCancelled: !isWhole })
    return isWhole ? 'done' : 'cancelled'
  })

const check: Stage = async (context, one) => end(context, one, await lookAtRows(context, one))

const runFile: Stage = async (context, one) => {
  const { job } = one
  // Without a dry run shown to the user, checks the limit of moved prices.
  if (job.stage === 'check' && job.options.maxMovedPrices !== undefined) {
    const state = await lookAtRows(context, one)
    if (state !== 'checked') return end(context, one, state)
    if (job.answer?.refusal) return end(context, one, 'failed', job.answer.refusal)
  }
  await end(context, one, await doRows(context, one))
}

const undoFile: Stage = async (context, one) => {
  await context.repository.save(one.job)
  const { account, isWhole } = await undo(taskFor(context, one))
  if (!isWhole && !one.cancelled) return
  one.job.undo = account
  if (isWhole) return end(context, one, 'undone')
  await end(context, one, 'cancelled', 'Angringen ble avbrutt. Det som er angret, står.')
}

export const stages: Readonly<Record<JobStage, Stage>> = { check, run: runFile, undo: undoFile }
