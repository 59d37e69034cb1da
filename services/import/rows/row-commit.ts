import { v5 } from 'uuid'
import type { Problem } from '#contracts/csv/answer.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import { isRefusal, refusals, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import type { By, Done } from '../commands.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { actorIn, wroteAt, type Job } from '../store/job.ts'
import type { SettledRow } from '../store/row-log.ts'
import type { References } from './references.ts'
import {
  ambiguousNames,
  changedPrices,
  digestFor,
  reasonOf,
  supplierOf,
  type PlannedRow,
  type RowPlanner,
} from './row-planner.ts'
import { sourceNote } from './row-rules.ts'
import type { FileTask } from './task.ts'

const ambiguous = 'Flere leverandører eller produsenter har dette navnet'
const changedSince = 'Posten er endret siden tørrkjøringen. Last opp filen på nytt'

export type RunContext = FileTask & {
  readonly planner: RowPlanner
  readonly references: References
  /** What the dry run showed of each row; null where there was none. */
  readonly digests: Buffer | null
}

export const commandIdOf = ({ id }: Job, line: number): string => v5(`line ${line}`, id)

const byOf = ({ job, file }: FileTask, read: ReadRow): By => ({
  ...actorIn(job),
  commandId: commandIdOf(job, read.line),
  note: { import: job.id, line: read.line, ...sourceNote(file, read) },
})

const fail = async ({ summary, faulty }: RunContext, read: ReadRow, errors: readonly Problem[]) => {
  summary.count('failed')
  summary.fail(errors)
  await faulty.add(read, errors)
  return null
}

const failWhole = (context: RunContext, read: ReadRow, message: string) =>
  fail(context, read, [{ line: read.line, column: '', value: '', message }])

const failRefused = (context: RunContext, read: ReadRow, refusal: Refusal) => {
  const { header } = context.file
  const details = Array.isArray(refusal.details) ? (refusal.details as FieldError[]) : []
  const first = details.find(({ path }) => typeof path === 'string')
  const column = first && columnOf(context.entity, first.path)
  const at = column ? header.columns.indexOf(column) : -1
  const text = refusal.text ?? refusals[refusal.refused].text
  return fail(context, read, [
    {
      line: read.line,
      column: header.headings[at] ?? '',
      value: read.cells[at] ?? '',
      message: first?.message ?? text,
    },
  ])
}

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' }>

const write = async (
  { entity, commands, references, ...task }: RunContext,
  { read, found, known }: PlannedRow,
  plan: Written,
): Promise<Done | Refusal> => {
  const ids = await references.idsOf(plan.names, supplierOf(known))
  if (isRefusal(ids)) return ids
  const body = { ...plan.body, ...ids }
  const by = byOf({ entity, commands, ...task }, read)
  return plan.outcome === 'created'
    ? commands.register(entity, body, by)
    : commands.revise(entity, plan.id, body, { ...by, ifMatch: found ? [found.revision] : null })
}

const mostConflicts = 5

/** Does what a row says, through the command that a form uses. Null where it failed, which is told. */
export const commitRow = async (
  context: RunContext,
  row: PlannedRow,
  conflicts = 0,
): Promise<SettledRow | null> => {
  const { job, entity, summary, planner, digests } = context
  const { at, read, plan } = row
  const { line } = read
  if (plan.outcome === 'failed') return fail(context, read, plan.errors)
  const shown = digests?.readUInt32LE(at * 4) ?? 0
  if (shown === ambiguousNames) return failWhole(context, read, ambiguous)
  if (shown !== 0 && shown !== digestFor(plan)) return failWhole(context, read, changedSince)
  if (plan.outcome === 'skipped' || plan.outcome === 'unchanged') {
    const because = reasonOf(plan)
    summary.count(plan.outcome, because)
    return { at, line, outcome: plan.outcome, id: plan.id, revision: 0, because }
  }
  const done = await write(context, row, plan)
  if (isRefusal(done)) {
    const isConflict = done.refused === 'CONFLICT' && plan.outcome === 'updated'
    // Changed between our look and our write: look again, and go by what the dry run showed.
    if (isConflict && conflicts + 1 < mostConflicts)
      return commitRow(context, await planner.plan(row), conflicts + 1)
    return failRefused(context, read, done)
  }
  wroteAt(job, done.position)
  const isUnchanged = !done.changed && plan.outcome === 'updated'
  const outcome = isUnchanged ? 'unchanged' : plan.outcome
  summary.count(outcome)
  if (!isUnchanged) summary.price(changedPrices(entity, row))
  return { at, line, outcome, id: Number(done.id), revision: Number(done.revision) }
}

/** After a crash, or an answer that never came: the row may have been done already. */
export const findCommitted = async (
  { job, entity, log }: FileTask,
  { at, read: { line }, found }: PlannedRow,
): Promise<SettledRow | null> => {
  if (!found) return null
  const commandId = commandIdOf(job, line)
  const events = await log.read(streamOf(entity, found.id))
  const own = events.filter(({ metadata }) => metadata.commandId === commandId)
  const last = own.at(-1)
  if (!last) return null
  wroteAt(job, last.position)
  const outcome = own[0]!.type === 'ItemRegistered' ? 'created' : 'updated'
  return { at, line, outcome, id: found.id, revision: Number(last.revision) }
}
