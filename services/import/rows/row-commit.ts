import { assembly } from '#contracts/catalogue/index.ts'
import type { Problem } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf } from '#contracts/events.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { idColumn } from '../bulk/selection.ts'
import { byOf, commandIdOf, type Done } from '../commands.ts'
import { offerChanges } from '../csv/plan-offer.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import { problemAt } from '../csv/file-format.ts'
import { sourceOf } from '../nelfo/price-file.ts'
import { wroteAt } from '../store/job-repository.ts'
import type { KeptRow, RowNote } from '../store/row-log.ts'
import type { References } from './references.ts'
import type { PlannedRow, RowPlanner } from './row-planner.ts'
import { judgeRow, refusalProblem } from './judge-row.ts'
import { changedPrices } from './row-changes.ts'
import type { FileTask } from './task.ts'

export type RunContext = FileTask & {
  readonly planner: RowPlanner
  readonly references: References
  /** Those that are there already. */
  readonly existing: References
  /** The dry run's digests; null without a dry run. */
  readonly digests: Buffer | null
  /** An interrupted run may have done rows that the row log does not know. */
  readonly isResumed: boolean
}

/** Why a row is not done that a dry run has shown: it would be refused, or is another now. */
const notAsShown = async (context: RunContext, row: PlannedRow): Promise<readonly Problem[]> => {
  const { job, digests, existing } = context
  if (!digests) return []
  const problem = (message: string) => [problemAt(context, row.read, '', message)]
  const shown = digests.readUInt32LE(row.at * 4)
  const { errors, digest } = await judgeRow(context, existing, row)
  if (errors.length > 0 || shown === 0 || shown === digest) return errors
  const changed = 'Posten er endret siden prøvekjøringen'
  return problem(job.bulk ? changed : `${changed}. Last opp filen på nytt`)
}

const noteOf = (entity: Entity, row: PlannedRow): RowNote | null => {
  const { warnings } = row.plan
  const prices = changedPrices(entity, row)
  return warnings.length + prices.length > 0 ? { warnings, prices } : null
}

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' | 'deleted' }>

/** Sends the row as the command of a form. */
const writeRow = async (
  { job, entity, file, commands }: FileTask,
  references: References,
  { read, known }: PlannedRow,
  plan: Written,
): Promise<Done | Refusal> => {
  const { line, cells } = read
  const source = file.priceFile && { source: sourceOf(file.priceFile, cells) }
  const by = byOf(job, `line ${line}`, {
    import: job.id,
    ...(job.bulk ? { bulk: true } : { line }),
    ...source,
  })
  const ifMatch = known && [known.version]
  if (plan.outcome === 'deleted') {
    // Without an assembly's version: deleting other assemblies of the selection may have moved it.
    const isAssembly = entity.name === assembly.name
    return commands.remove(entity, plan.id, { ...by, ifMatch: isAssembly ? null : ifMatch })
  }
  const ids = await references.idsOf(plan.names, known)
  if (isRefusal(ids)) return ids
  const body = { ...plan.body, ...ids }
  if ('isOffer' in plan)
    return commands.setOffer(entity, plan.id, Number(ids['supplierId']), offerChanges(plan.body), {
      ...by,
      ifMatch,
    })
  return plan.outcome === 'created'
    ? commands.register(entity, body, by)
    : commands.revise(entity, plan.id, body, { ...by, ifMatch })
}

const mostConflicts = 5

/** Runs the row's command, the same as a form's, or returns its problem. */
export const commitRow = async (
  context: RunContext,
  row: PlannedRow,
  conflicts = 0,
): Promise<KeptRow | readonly Problem[]> => {
  const { job, entity, planner } = context
  const { at, read, plan } = row
  if (plan.outcome === 'failed') return plan.errors
  const errors = await notAsShown(context, row)
  if (errors.length > 0) return errors
  const result = { at, line: read.line, note: noteOf(entity, row) }
  if (plan.outcome === 'skipped' || plan.outcome === 'unchanged')
    return {
      ...result,
      outcome: plan.outcome,
      id: plan.id,
      revision: 0,
      because: 'because' in plan ? plan.because : undefined,
    }
  const done = await writeRow(context, context.references, row, plan)
  if (isRefusal(done)) {
    const isConflict = done.refused === 'CONFLICT' && plan.outcome !== 'created'
    // The record changed between planning and writing: plan again and compare with the dry run.
    return isConflict && conflicts + 1 < mostConflicts
      ? commitRow(context, await planner.plan(row), conflicts + 1)
      : [refusalProblem(context, row, done)]
  }
  wroteAt(job, done.position)
  const outcome = !done.changed && plan.outcome === 'updated' ? 'unchanged' : plan.outcome
  return { ...result, outcome, id: Number(done.id), revision: Number(done.revision) }
}

const outcomeOf = ({ type }: RecordedEvent) => {
  const effect = effectOf(type)
  if (effect === 'removed') return 'deleted'
  return effect === 'created' ? 'created' : 'updated'
}

/** After a crash or a lost answer: finds out if the row was already done, and what was planned for it then. */
export const findCommitted = async (
  { job, entity, log, commands, planner }: RunContext,
  row: PlannedRow,
): Promise<KeptRow | null> => {
  const { at, read, known, identity } = row
  // A deleted record can no longer be found.
  const id = known?.id ?? (identity?.field === idColumn ? Number(identity.text) : null)
  if (id === null) return null
  const commandId = commandIdOf(job, `line ${read.line}`)
  const events = await log.read(streamOf(entity, id))
  const isOwn = ({ metadata }: RecordedEvent) => metadata.commandId === commandId
  const last = events.findLast(isOwn)
  if (!last) return null
  wroteAt(job, last.position)
  const first = events.findIndex(isOwn)
  const item = commands.fold(entity, id, events.slice(0, first))
  const before = item.status === 'live' ? { id, item, version: last.revision } : null
  return {
    at,
    line: read.line,
    outcome: outcomeOf(events[first]!),
    id,
    revision: Number(last.revision),
    note: noteOf(entity, planner.planAt(row, before)),
  }
}
