import { createReferences } from './references.ts'
import { rejectRows, type FailedRow } from './rejected-rows.ts'
import { importRows, type FileTask } from './task.ts'
import { settledOutcomes, type KeptRow, type NotedRow, type RowNote } from '../store/row-log.ts'
import { commitRow, findCommitted, noteOf, type RunContext } from './row-commit.ts'
import { attempt, inTurns, mapParallel, plannedChunks } from './chunks.ts'
import { createRowPlanner, type PlannedRow } from './row-planner.ts'

/** What the account could not reconstruct after a crash. */
const notesOf = ({ entity }: FileTask, rows: readonly PlannedRow[]): readonly NotedRow[] =>
  rows
    .filter(({ plan }) => plan.outcome !== 'failed')
    .map((row) => ({ at: row.at, line: row.read.line, note: noteOf(entity, row) }))
    .filter(({ note }) => note.warnings.length + note.prices.length > 0)

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
  return { finished, done, begun: await rowLog.begun() }
}

/** `begun`: an interrupted run may have done the rows before it. */
const commitChunk = async (
  context: RunContext,
  rows: readonly PlannedRow[],
  notes: ReadonlyMap<number, RowNote>,
  begun: number,
  onDone: () => void,
): Promise<void> => {
  const { rowLog, summary, planner, width } = context
  const finished: KeptRow[] = []
  const failed: FailedRow[] = []
  const commit = async (planned: PlannedRow) => {
    const isTried = await attempt(context, async (isRepeated) => {
      const row = isRepeated ? await planner.plan(planned) : planned
      const isUnsure = isRepeated || row.at < begun
      const before = isUnsure ? await findCommitted(context, row, notes.get(row.at) ?? null) : null
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
    await mapParallel(rows, width(), commit)
  } finally {
    await rowLog.settle(finished)
    await rejectRows(context, failed)
  }
}

/** Runs all rows in chunks. False if stopped before the end. */
export const run = async (task: FileTask, digests: Buffer | null): Promise<boolean> => {
  const { job, file, rowLog } = task
  const planner = createRowPlanner(task)
  const before = await recount(task)
  const references = createReferences(task)
  const context: RunContext = { ...task, digests, planner, references }
  let { done } = before
  // Never below the reported count: the row log may lag a little behind it.
  job.done = Math.max(job.done, done)
  const onDone = () => {
    importRows.inc({ stage: 'run' })
    job.done = Math.max(job.done, ++done)
    task.progressed()
  }

  const isOpen = ({ at }: Pick<PlannedRow, 'at'>) => before.finished[at] !== 1
  const chunks = plannedChunks(task, planner, (batch) => inTurns(batch.filter(isOpen)))
  for await (const rows of chunks) {
    const notes = await rowLog.begin(
      rows.map(({ at }) => at),
      notesOf(task, rows),
    )
    await commitChunk(context, rows, notes, before.begun, onDone)
  }
  return done === file.rows
}
