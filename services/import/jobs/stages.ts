import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed, supplier } from '#contracts/catalogue/index.ts'
import type { JobStage, JobState } from '#contracts/csv/job-states.ts'
import { missingText } from '#contracts/entity.ts'
import { UnreadableFile } from '../csv/row.ts'
import { importAnswer } from '../rows/answer.ts'
import { dryRun } from '../rows/dry-run.ts'
import { openImportFile, type ImportFile } from '../rows/import-file.ts'
import { beginRejectedRows } from '../rows/rejected-rows.ts'
import { run } from '../rows/run.ts'
import { createSummary } from '../rows/summary.ts'
import type { FileTask, Task, WorkerContext } from '../rows/task.ts'
import { undo } from '../rows/undo.ts'
import { enterStage, notify, type RunningJob } from './running-job.ts'

const saveEvery = 250
const lookEvery = 250

const taskFor = (context: WorkerContext, one: RunningJob): Task => {
  const { repository, disk, isStopping, onFault } = context
  const { job } = one
  const isCancelled = () => one.cancelled || isStopping()
  let last = 0
  const saveAndNotify = async () => {
    const { done } = job
    await repository.saveProgress(job)
    one.reported = Math.max(one.reported, done)
    notify(one)
  }
  return {
    ...context,
    job,
    entity: entityNamed(job.entity),
    rowLog: repository.rowLog(job.id),
    isCancelled,
    room: async () => {
      for (;;) {
        const problem = isCancelled() ? null : disk.problem()
        if (problem !== one.waiting) {
          one.waiting = problem
          notify(one)
        }
        if (problem === null) return
        await sleep(lookEvery)
      }
    },
    progressed: () => {
      if (Date.now() - last < saveEvery) return
      last = Date.now()
      saveAndNotify().catch((error: unknown) => onFault(error, job.id))
    },
  }
}

/** The supplier chosen for the prices of a price file must be there, in the run too. */
const checkSupplier = ({ job, titleOf }: Task, { priceFile }: ImportFile): void => {
  const chosen = job.options.priceFile?.supplier
  if (priceFile && typeof chosen === 'number' && titleOf('suppliers', chosen) === undefined)
    throw new UnreadableFile(`${missingText(supplier)}.`, { column: 'supplier' })
}

const openFile = async (context: WorkerContext, one: RunningJob): Promise<FileTask> => {
  const task = taskFor(context, one)
  const file = await openImportFile(task)
  checkSupplier(task, file)
  // A refused file has no rows and is not kept.
  task.job.rows = file.rows
  const summary = createSummary()
  summary.warn(file.warnings ?? [])
  const fileTask = { ...task, file, summary }
  await beginRejectedRows(fileTask)
  return fileTask
}

/** Ends a job in a state. Without a state the next start resumes it. */
export const end = async (
  { repository }: WorkerContext,
  one: RunningJob,
  state: JobState | undefined,
  error: string | null = null,
): Promise<void> => {
  if (!state) return
  Object.assign(one.job, { state, error, finishedAt: new Date().toISOString() })
  // Set together with the state, since a running save reports both.
  one.reported = one.job.done
  one.waiting = null
  await repository.save(one.job)
  notify(one)
}

type Stage = (context: WorkerContext, one: RunningJob) => Promise<void>

const lookAtRows = async (context: WorkerContext, one: RunningJob) => {
  const task = await openFile(context, one)
  const { job } = one
  const shown = await dryRun(task)
  // Stopped by the service, not cancelled: the client sends the file again.
  if (!shown) return one.cancelled ? 'cancelled' : undefined
  await context.repository.saveDigests(job.id, shown.digests)
  const impact = shown.question && (await task.askImpact(shown.question))
  job.answer = { ...importAnswer(task, { ...shown, dryRun: true, isCancelled: false }), impact }
  return 'checked'
}

const doRows = async (context: WorkerContext, one: RunningJob) => {
  const task = await openFile(context, one)
  const { job, mayHaveRun } = one
  enterStage(one, 'run')
  Object.assign(job, { state: 'running', finishedAt: null })
  one.pace = { since: Date.now(), doneBefore: job.done }
  await context.repository.save(job)
  notify(one)
  one.mayHaveRun = true
  const isWhole = await run(task, await context.repository.digests(job.id), mayHaveRun)
  if (!isWhole && !one.cancelled) return undefined
  job.answer = importAnswer(task, { made: job.made, dryRun: false, isCancelled: !isWhole })
  return isWhole ? 'done' : 'cancelled'
}

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
