import { hash } from 'node:crypto'
import type { Problem } from '#contracts/csv/answer.ts'
import { isRefusal, refusals, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { problemAt } from '../csv/file-format.ts'
import type { Ids, References } from './references.ts'
import type { PlannedRow } from './row-planner.ts'
import type { FileTask } from './task.ts'

/** The values that the plan would replace, as a dry run shows them. */
const replacedBy = ({ plan, known }: PlannedRow) =>
  plan.outcome === 'updated' && known
    ? [
        Object.keys(plan.body).map((key) => known.values[key]),
        Object.keys(plan.names).map((key) => known.names[key]),
      ]
    : []

/** A digest of the whole plan of a row, names included, and of what it replaces. */
const digestFor = (row: PlannedRow): number => {
  const shown = { ...row.plan, warnings: undefined, replaced: replacedBy(row) }
  // 0 means no digest.
  return Math.max(2, hash('sha1', JSON.stringify(shown), 'buffer').readUInt32LE())
}

/** Attaches a refusal to its field, if it has one. */
export const refusalProblem = (
  task: FileTask,
  { read }: PlannedRow,
  { refused, text, details }: Refusal,
): Problem => {
  const errors = Array.isArray(details) ? (details as FieldError[]) : []
  const first = errors.find(({ path }) => typeof path === 'string')
  const message = first?.message ?? text ?? refusals[refused].text
  return problemAt(task, read, first?.path ?? '', message)
}

/** Why the planned command would be refused now; null if it would not. */
const refusedRow = async (
  { commands, entity }: FileTask,
  { plan, follows }: PlannedRow,
  ids: Ids,
): Promise<Refusal | null> => {
  if (plan.outcome === 'deleted') return commands.refusedRemoval(entity, plan.id)
  // Rows above change the record of one that follows them.
  if (plan.outcome !== 'updated' || plan.isOffer || follows) return null
  const known = Object.entries(ids).filter(([, id]) => id !== null)
  return commands.refusedRevision(entity, plan.id, { ...plan.body, ...Object.fromEntries(known) })
}

type Judged = {
  readonly errors: readonly Problem[]
  readonly digest: number
  readonly ids: Ids
}

/** What is wrong with a row now, a digest of what would be done, and what its names refer to. `references` make nothing. */
export const judgeRow = async (
  task: FileTask,
  references: References,
  row: PlannedRow,
): Promise<Judged> => {
  const { plan, known } = row
  // The plan may change, since rows above change its record.
  const digest = row.follows ? 0 : digestFor(row)
  if (plan.outcome === 'failed') return { errors: plan.errors, digest, ids: {} }
  const names = 'names' in plan ? plan.names : {}
  const ids = await references.idsOf(names, known)
  const refusedBy = (refusal: Refusal) => ({
    errors: [refusalProblem(task, row, refusal)],
    digest: 2,
    ids: {},
  })
  if (isRefusal(ids)) return refusedBy(ids)
  const refusal = await refusedRow(task, row, ids)
  return refusal ? refusedBy(refusal) : { errors: [], digest, ids }
}
