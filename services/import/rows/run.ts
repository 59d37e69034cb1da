import { createReferences } from './references.ts'
import { rejectRows, type FailedRow } from './rejected-rows.ts'
import { importRows, type FileTask } from './task.ts'
import { settledOutcomes, type KeptRow } from '../store/row-log.ts'
import { commitRow, findCommitted, type RunContext } from './row-commit.ts'
import { attempt, eachRow, identifiedBatches } from './batches.ts'
import { createRowPlanner, type IdentifiedRow } from './row-planner.ts'

/** Counts the rows done earlier. Returns a byte per row, 1 if done. */
const recount = async ({ file, summary, rowLog }: FileTask) => {
  const finished = new Uint8Array(file.rows)
  let done = 0
  for await (const rows of rowLog.pages(settledOutcomes))
    for (const row of rows) {
      summary.settle(row)
      finished[row.at] = 1
      done++
    }
  return { finished, done }
}

const commitBatch = async (
  context: RunContext,
  rows: readonly IdentifiedRow[],
  onDone: () => void,
): Promise<void> => {
  const { rowLog, summary, planner, isResumed } = context
  const finished: KeptRow[] = []
  const failed: FailedRow[] = []
  const commit = async (one: IdentifiedRow) => {
    const isTried = await attempt(context, async (isRepeated) => {
      const row = await planner.plan(one)
      const before = isRepeated || isResumed ? await findCommitted(context, row) : null
      const done = before ?? (await commitRow(context, row))
      if ('outcome' in done) {
        summary.settle(done)
        finished.push(done)
      } else {
        summary.warn(row.plan.warnings)
        failed.push({ row, errors: done })
      }
    })
    if (isTried) onDone()
  }
  try {
    await eachRow(context, rows, commit)
  } finally {
    await rowLog.settle(finished)
    await rejectRows(context, failed)
  }
}

/** Runs all rows in batches. False if stopped before the end. */
export const run = async (
  task: FileTask,
  digests: Buffer | null,
  isResumed: boolean,
): Promise<boolean> => {
  const { job, file } = task
  const planner = createRowPlanner(task)
  const { finished, ...before } = await recount(task)
  const references = createReferences(task)
  const existing = createReferences(task, { isDryRun: true })
  const context: RunContext = { ...task, digests, isResumed, planner, references, existing }
  let { done } = before
  // Never below the reported count: the row log may lag a little behind it.
  job.done = Math.max(job.done, done)
  const onDone = () => {
    importRows.inc({ stage: 'run' })
    job.done = Math.max(job.done, ++done)
    task.progressed()
  }
  for await (const batch of identifiedBatches(task, planner)) {
    const open = batch.filter(({ at }) => finished[at] !== 1)
    await commitBatch(context, open, onDone)
  }
  return done === file.rows
}
