import { createReferences } from './references.ts'
import { rejectRows, type FailedRow } from './rejected-rows.ts'
import { importRows, type FileTask } from './task.ts'
import { settledOutcomes, type KeptRow, type NotedRow, type RowNote } from '../store/row-log.ts'
import { commitRow, findCommitted, noteOf, type RunContext } from './row-commit.ts'
import { attempt, inTurns, mapParallel, plannedChunks } from './chunks.ts'
import { createRowPlanner, type PlannedRow } from './row-planner.ts'

/** What a crash would make an account forget. */
const notesOf = ({ entity }: FileTask, rows: readonly PlannedRow[]): readonly NotedRow[] =>
  rows
    .filter(({ plan }) => plan.outcome !== 'failed')
    .map((row) => ({ at: row.at, line: row.read.line, note: noteOf(entity, row) }))
    .filter(({ note }) => note.warnings.length + note.prices.length > 0)

/** Counts what was done before, and says which rows that are: 1 at those. */
const recount = async ({ file, summary, rowLog }: FileTask) => {
  const settled = new Uint8Array(file.rows)
  let done = 0
  for await (const rows of rowLog.pages(settledOutcomes))
    for (const row of rows) {
      summary.settle(row)
      settled[row.at] = 1
      done++
    }
  return { settled, done, begun: await rowLog.begun() }
}

/** `begun`: the rows before it may have been done by a run that was cut off. */
const commitChunk = async (
  context: RunContext,
  rows: readonly PlannedRow[],
  notes: ReadonlyMap<number, RowNote>,
  begun: number,
  onDone: () => void,
): Promise<void> => {
  const { rowLog, summary, planner, width } = context
  const settled: KeptRow[] = []
  const failed: FailedRow[] = []
  const commit = async (planned: PlannedRow) => {
    const isTried = await attempt(context, async (isRepeated) => {
      const row = isRepeated ? await planner.plan(planned) : planned
      const isUnsure = isRepeated || row.at < begun
      const before = isUnsure ? await findCommitted(context, row, notes.get(row.at) ?? null) : null
      const done = before ?? (await commitRow(context, row))
      if ('outcome' in done) {
        summary.settle(done)
        settled.push(done)
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
    await rowLog.settle(settled)
    await rejectRows(context, failed)
  }
}

/** Does what the rows say, a chunk at a time. False where it was told to stop before the end. */
export const run = async (task: FileTask, digests: Buffer | null): Promise<boolean> => {
  const { job, file, rowLog } = task
  const planner = createRowPlanner(task)
  const before = await recount(task)
  const references = createReferences(task)
  const context: RunContext = { ...task, digests, planner, references }
  let { done } = before
  // What was said to be done before a crash is: rows are written down a little behind it.
  job.done = Math.max(job.done, done)
  const onDone = () => {
    importRows.inc({ stage: 'run' })
    job.done = Math.max(job.done, ++done)
    task.progressed()
  }

  const isOpen = ({ at }: Pick<PlannedRow, 'at'>) => before.settled[at] !== 1
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
