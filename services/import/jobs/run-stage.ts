import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { JobStage, JobState } from '#contracts/csv/answer.ts'
import { idColumn } from '../bulk/selection.ts'
import { identifierFor } from '../csv/header-row.ts'
import { importAnswer } from '../rows/answer.ts'
import { dryRun } from '../rows/dry-run.ts'
import { run } from '../rows/run.ts'
import { openImportFile, type ImportFile } from '../rows/import-file.ts'
import { beginRejectedRows } from '../rows/rejected-rows.ts'
import { createSummary } from '../rows/summary.ts'
import type { FileTask, Task, WorkerContext } from '../rows/task.ts'
import { undo } from '../rows/undo.ts'
import { enterStage, notify, type RunningJob } from './running-job.ts'

const saveEvery = 250
const lookEvery = 250

/** What a stage does its work with. */
const taskFor = (context: WorkerContext, one: RunningJob): Task => {
  const { repository, disk, isStopping, onFault } = context
  const { job } = one
  const isCancelled = () => one.cancelled || isStopping()
  let last = 0
  const saveAndNotify = async () => {
    const { done } = job
    await repository.saveProgress(job)
    one.told = Math.max(one.told, done)
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

export const end = async (
  { repository, now }: WorkerContext,
  one: RunningJob,
  state: JobState,
  error: string | null = null,
): Promise<void> => {
  Object.assign(one.job, { state, error, finishedAt: now().toISOString() })
  // With the state: a save that is under way tells of it too.
  one.told = one.job.done
  one.waiting = null
  await repository.save(one.job)
  notify(one)
}

/** By what its rows are recognised. */
const identifierIn = ({ entity, job }: Task, { header, priceFile, isSelection }: ImportFile) => {
  if (isSelection) return idColumn
  return priceFile
    ? entity.csv!.priceFiles!
    : identifierFor(entity, header, job.options.uniqueIdentifier)
}

/** Does a stage of a file, and ends it in the state that this gives; undefined where the next start goes on. */
const withFile = async (
  context: WorkerContext,
  one: RunningJob,
  run: (task: FileTask) => Promise<JobState | undefined>,
): Promise<void> => {
  const task = taskFor(context, one)
  const { job, entity, uploads } = task
  const file = await openImportFile(entity, uploads, job)
  const identifier = identifierIn(task, file)
  // Of a file that was refused there are none, and nothing is kept.
  job.rows = file.rows
  const fileTask = { ...task, file, identifier, summary: createSummary() }
  await beginRejectedRows(fileTask)
  const state = await run(fileTask)
  if (state) await end(context, one, state)
}

type Stage = (context: WorkerContext, one: RunningJob) => Promise<void>

/** Works out what a run would do; false where it was told to stop. */
const look = async ({ repository }: WorkerContext, task: FileTask): Promise<boolean> => {
  const { job } = task
  const shown = await dryRun(task)
  if (!shown) return false
  await repository.saveDigests(job.id, shown.digests)
  const impact = shown.question && (await task.askImpact(shown.question))
  const answer = importAnswer(task, { ...shown, dryRun: true, isCancelled: false })
  job.answer = { ...answer, impact }
  return true
}

const check: Stage = (context, one) =>
  withFile(context, one, async (task) => {
    if (await look(context, task)) return 'checked'
    // Told to stop, not cancelled: whoever sent the file sends it again.
    return one.cancelled ? 'cancelled' : undefined
  })

/** Whether a file that nobody has looked at keeps within the limit that was set for it. */
const keepsLimit = async (context: WorkerContext, one: RunningJob): Promise<boolean> => {
  const { job } = one
  if (job.stage !== 'check' || job.options.maxMovedPrices === undefined) return true
  let keeps = false
  await withFile(context, one, async (task) => {
    if (!(await look(context, task))) return one.cancelled ? 'cancelled' : undefined
    keeps = !job.answer?.refusal
    return undefined
  })
  if (job.answer?.refusal) await end(context, one, 'failed', job.answer.refusal)
  return keeps
}

const runFile: Stage = async (context, one) => {
  if (!(await keepsLimit(context, one))) return
  await withFile(context, one, async (task) => {
    const { job } = one
    enterStage(one, 'run')
    Object.assign(job, { state: 'running', finishedAt: null })
    one.pace = { since: context.now().getTime(), doneBefore: job.done }
    await context.repository.save(job)
    notify(one)
    const isWhole = await run(task, await context.repository.digests(job.id))
    if (!isWhole && !one.cancelled) return undefined
    const count = (name: string) => job.made.filter(({ entity }) => entity === name).length
    job.answer = importAnswer(task, {
      suppliers: count('suppliers'),
      manufacturers: count('manufacturers'),
      dryRun: false,
      isCancelled: !isWhole,
    })
    return isWhole ? 'done' : 'cancelled'
  })
}

const undoFile: Stage = async (context, one) => {
  await context.repository.save(one.job)
  const { account, isWhole } = await undo(taskFor(context, one))
  if (!isWhole && !one.cancelled) return
  one.job.undo = account
  if (isWhole) return end(context, one, 'undone')
  await end(context, one, 'cancelled', 'Angringen ble avbrutt. Det som er angret, står.')
}

/** What a job does in each of its stages, from where it is. */
export const stages: Readonly<Record<JobStage, Stage>> = { check, run: runFile, undo: undoFile }
