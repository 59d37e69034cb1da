import { assembly } from '#contracts/catalogue/index.ts'
import type { Problem } from '#contracts/csv/answer.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { PricingChanges } from '#contracts/pricing.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { idColumn } from '../bulk/selection.ts'
import type { Done } from '../commands.ts'
import type { Body } from '../csv/differences.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import { problemAt } from '../csv/row-faults.ts'
import { sourceOf } from '../nelfo/price-file.ts'
import type { SettledRow } from '../store/row-log.ts'
import type { References } from './references.ts'
import { ambiguousNames, digestFor } from '../csv/digests.ts'
import type { PlannedRow, RowPlanner } from './row-planner.ts'
import { refusalProblem, refusedRow, changedPrices, withRecord } from './row-changes.ts'
import { byOf, commandIdOf, wroteAt, type FileTask } from './task.ts'

export type RunContext = FileTask & {
  readonly planner: RowPlanner
  readonly references: References
  /** What the dry run showed of each row; null where there was none. */
  readonly digests: Buffer | null
}

const fail = async (
  { entity, summary, faulty }: RunContext,
  row: PlannedRow,
  errors: readonly Problem[],
): Promise<null> => {
  summary.fail(withRecord(entity, row, errors))
  await faulty.add(row.read, errors)
  return null
}

const failWith = (context: RunContext, row: PlannedRow, message: string) => {
  const { entity, file } = context
  return fail(context, row, [problemAt(entity, file.header, row.read, '', message)])
}

const failRefused = (context: RunContext, row: PlannedRow, refusal: Refusal) =>
  fail(context, row, [refusalProblem(context, row, refusal)])

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' | 'deleted' }>

/** The body of a part, of which it has only what an offer has. */
const offerChanges = ({ pricing, ...body }: Body): OfferChanges => {
  const { validFrom: _today, ...price } = (pricing ?? {}) as PricingChanges
  return { ...body, ...price }
}

const write = async (
  { job, entity, file, commands, references }: RunContext,
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
    // The version of an assembly moves with what goes out of it: others of the selection may have.
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
const changedSince = 'Posten er endret siden tørrkjøringen'

/** Does what a row says, through the command that a form uses. Null where it failed, which is told. */
export const commitRow = async (
  context: RunContext,
  row: PlannedRow,
  conflicts = 0,
): Promise<SettledRow | null> => {
  const { job, entity, summary, planner, digests } = context
  const { at, read, plan } = row
  const { line } = read
  if (plan.outcome === 'failed') return fail(context, row, plan.errors)
  const refusal = await refusedRow(context, row)
  if (refusal) return failRefused(context, row, refusal)
  const shown = digests?.readUInt32LE(at * 4) ?? 0
  if (shown === ambiguousNames)
    return failWith(context, row, 'Flere leverandører eller produsenter har dette navnet')
  if (shown !== 0 && shown !== digestFor(plan))
    return failWith(
      context,
      row,
      context.file.isSelection ? changedSince : `${changedSince}. Last opp filen på nytt`,
    )
  if (plan.outcome === 'skipped' || plan.outcome === 'unchanged') {
    const because = 'because' in plan ? plan.because : undefined
    summary.count(plan.outcome, plan.id, because)
    return { at, line, outcome: plan.outcome, id: plan.id, revision: 0, because }
  }
  const done = await write(context, row, plan)
  if (isRefusal(done)) {
    const isConflict = done.refused === 'CONFLICT' && plan.outcome !== 'created'
    // Changed between our look and our write: look again, and go by what the dry run showed.
    if (isConflict && conflicts + 1 < mostConflicts)
      return commitRow(context, await planner.plan(row), conflicts + 1)
    return failRefused(context, row, done)
  }
  wroteAt(job, done.position)
  const isUnchanged = !done.changed && plan.outcome === 'updated'
  const outcome = isUnchanged ? 'unchanged' : plan.outcome
  const id = Number(done.id)
  summary.count(outcome, id)
  if (!isUnchanged) summary.price(changedPrices(entity, row))
  return { at, line, outcome, id, revision: Number(done.revision) }
}

const outcomeOf = ({ type }: RecordedEvent) => {
  if (type === 'ItemRemoved') return 'deleted'
  return type === 'ItemRegistered' ? 'created' : 'updated'
}

/** After a crash, or an answer that never came: the row may have been done already. */
export const findCommitted = async (
  { job, entity, log }: FileTask,
  { at, read: { line }, known, identity }: PlannedRow,
): Promise<SettledRow | null> => {
  // What the row deleted is no longer known.
  const id = known?.id ?? (identity?.field === idColumn ? Number(identity.text) : null)
  if (id === null) return null
  const commandId = commandIdOf(job, `line ${line}`)
  const events = await log.read(streamOf(entity, id))
  const own = events.filter(({ metadata }) => metadata.commandId === commandId)
  const last = own.at(-1)
  if (!last) return null
  wroteAt(job, last.position)
  const outcome = outcomeOf(own[0]!)
  return { at, line, outcome, id, revision: Number(last.revision) }
}
