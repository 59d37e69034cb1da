import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed, supplier } from '#contracts/catalogue/index.ts'
import type { JobState } from '#contracts/csv/job-answer.ts'
import { missingText } from '#contracts/entity.ts'
import { idColumn } from '../bulk/selection.ts'
import { identifierFor } from '../csv/header-row.ts'
import { UnreadableFile } from '../csv/parser.ts'
import { openImportFile, type ImportFile } from '../rows/import-file.ts'
import { beginRejectedRows } from '../rows/rejected-rows.ts'
import { createSummary } from '../rows/summary.ts'
import type { FileTask, Task, WorkerContext } from '../rows/task.ts'
import { notify, type RunningJob } from './running-job.ts'

const saveEvery = 250
const lookEvery = 250

export const taskFor = (context: WorkerContext, one: RunningJob): Task => {
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

const identifierIn = ({ entity, job }: Task, { header, priceFile, isSelection }: ImportFile) => {
  if (isSelection) return idColumn
  return priceFile
    ? entity.csv!.priceFiles!
    : identifierFor(entity, header, job.options.uniqueIdentifier)
}

/** The supplier chosen for the prices of a price file must be there, in the run too. */
const checkSupplier = ({ job, titleOf }: Task, { priceFile }: ImportFile): void => {
  const chosen = job.options.priceFile?.supplier
  if (priceFile && typeof chosen === 'number' && titleOf('suppliers', chosen) === undefined)
    throw new UnreadableFile(`${missingText(supplier)}.`, { column: 'supplier' })
}

/** Reads the file and runs the stage. Returns the final state; undefined if the next start resumes it. */
export const withFile = async (
  context: WorkerContext,
  one: RunningJob,
  run: (task: FileTask) => Promise<JobState | undefined>,
): Promise<JobState | undefined> => {
  const task = taskFor(context, one)
  const { job, entity, uploads } = task
  const file = await openImportFile(entity, uploads, job)
  checkSupplier(task, file)
  const identifier = identifierIn(task, file)
  // A refused file has no rows and is not kept.
  job.rows = file.rows
  const summary = createSummary()
  summary.warn(file.warnings ?? [])
  const fileTask = { ...task, file, identifier, summary }
  await beginRejectedRows(fileTask)
  return run(fileTask)
}
