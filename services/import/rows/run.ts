import type { Problem } from '#contracts/csv/answer.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { shown } from '../csv/parser.ts'
import { createReferences, type References } from './references.ts'
import { ambiguousNames, digestFor } from '../csv/digests.ts'
import { changedFields, changedPrices } from './row-changes.ts'
import { importRows, attempt, mapParallel, type FileTask } from './task.ts'
import { settledOutcomes, type NotedRow, type RowNote, type SettledRow } from '../store/row-log.ts'
import { commitRow, findCommitted, type RunContext } from './row-commit.ts'
import { createRowPlanner, plannedChunks, type PlannedRow } from './row-planner.ts'

type Judged = PlannedRow & { readonly errors: readonly Problem[]; readonly digest: number }

const judge = async (references: References, row: PlannedRow): Promise<Judged> => {
  const { read, plan, known } = row
  const digest = digestFor(plan)
  if (plan.outcome === 'failed') return { ...row, errors: plan.errors, digest }
  const ids = 'names' in plan ? await references.idsOf(plan.names, known) : {}
  if (!('names' in plan) || !isRefusal(ids)) return { ...row, errors: [], digest }
  const value = shown(Object.values(plan.names).join(', '))
  const errors = [{ line: read.line, column: '', value, message: ids.text ?? '' }]
  return { ...row, errors, digest: ambiguousNames }
}

/** Says of every row what an import would make of it. Writes no event. Null where it was told to stop. */
export const dryRun = async (task: FileTask) => {
  const { job, entity, file, summary, faulty } = task
  let done = 0
  const references = createReferences(task, { isDryRun: true })
  // 4 bytes a row, by which a run knows what was shown.
  const digests = Buffer.alloc(file.rows * 4)

  for await (const { to, rows } of plannedChunks(task, createRowPlanner(task))) {
    for (const row of rows) {
      const { at, read, plan, errors, digest } = await judge(references, row)
      digests.writeUInt32LE(digest, at * 4)
      summary.warn(plan.warnings)
      if (errors.length > 0) {
        summary.fail(errors)
        await faulty.add(read, errors)
        continue
      }
      summary.count(plan.outcome, 'because' in plan ? plan.because : undefined)
      summary.price(changedPrices(entity, row))
      summary.change(changedFields(entity, row))
    }
    importRows.inc({ stage: 'check' }, rows.length)
    job.done = done = to
    task.progressed()
  }
  return done === file.rows ? { ...references.missing(), digests } : null
}

/** What a crash would make an account forget. */
const noteOf = ({ entity }: FileTask, row: PlannedRow): RowNote | null => {
  const { warnings, outcome } = row.plan
  const prices = changedPrices(entity, row)
  return outcome === 'failed' || warnings.length + prices.length === 0 ? null : { warnings, prices }
}

const notesOf = (task: FileTask, rows: readonly PlannedRow[]): readonly NotedRow[] =>
  rows.flatMap((row) => {
    const note = noteOf(task, row)
    return note ? [{ at: row.at, line: row.read.line, note }] : []
  })

/** Counts what was done before, and says which rows that are: 1 at those. */
const recount = async ({ file, summary, rowLog }: FileTask) => {
  const settled = new Uint8Array(file.rows)
  let done = 0
  for await (const rows of rowLog.pages(settledOutcomes))
    for (const row of rows) {
      summary.recount(row, row.note)
      settled[row.at] = 1
      done++
    }
  return { settled, done, begun: await rowLog.begun() }
}

/** `begun`: the rows before it may have been done by a run that was cut off. */
const commitChunk = async (
  context: RunContext,
  rows: readonly PlannedRow[],
  earlier: ReadonlyMap<number, RowNote>,
  begun: number,
  onDone: () => void,
): Promise<void> => {
  const { rowLog, summary, planner, width } = context
  const settled: SettledRow[] = []
  const commit = async (planned: PlannedRow) => {
    const isTried = await attempt(context, async (isRepeated) => {
      const row = isRepeated ? await planner.plan(planned) : planned
      const isUnsure = isRepeated || row.at < begun
      const before = isUnsure ? await findCommitted(context, row) : null
      const done = before ?? (await commitRow(context, row))
      const note = row.at < begun ? earlier.get(row.at) : noteOf(context, planned)
      if (before) summary.recount(before, note ?? null)
      else summary.warn(row.plan.warnings)
      if (done) settled.push(done)
    })
    if (isTried) onDone()
  }
  try {
    await mapParallel(rows, width(), commit)
  } finally {
    await rowLog.settle(settled)
  }
}

/** Does what the rows say, a chunk at a time. False where it was told to stop before the end. */
export const run = async (
  task: FileTask,
  digests: Buffer | null,
  isResumed: boolean,
): Promise<boolean> => {
  const { job, file, rowLog } = task
  const planner = createRowPlanner(task)
  const references = createReferences(task, { isResumed })
  const context: RunContext = { ...task, digests, planner, references }
  const before = isResumed ? await recount(task) : { settled: [], done: 0, begun: 0 }
  let { done } = before
  // What was said to be done before a crash is: rows are written down a little behind it.
  job.done = Math.max(job.done, done)
  const onDone = () => {
    importRows.inc({ stage: 'run' })
    job.done = Math.max(job.done, ++done)
    task.progressed()
  }

  const isOpen = ({ at }: Pick<PlannedRow, 'at'>) => before.settled[at] !== 1
  for await (const { from, to, rows } of plannedChunks(task, planner, isOpen)) {
    const earlier = from < before.begun ? await rowLog.notes(from, to) : new Map()
    await rowLog.begin(to, notesOf(task, rows))
    await commitChunk(context, rows, earlier, before.begun, onDone)
  }
  return done === file.rows
}
