import type { Problem } from '#contracts/csv/answer.ts'
import { refusals, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { problemAt } from '../csv/row-faults.ts'
import type { PlannedRow } from './row-planner.ts'
import type { FileTask } from './task.ts'

/** Why what is planned for a record of a selection may not be; null where it may. */
export const refusedRow = async (
  { commands, entity, file }: FileTask,
  { plan }: PlannedRow,
): Promise<Refusal | null> => {
  if (plan.outcome === 'deleted') return commands.refusedRemoval(entity, plan.id)
  return file.isSelection && plan.outcome === 'updated'
    ? commands.refusedRevision(entity, plan.id, plan.body)
    : null
}

/** At the field that it is about, if it is about one. */
export const refusalProblem = (
  { entity, file }: FileTask,
  { read }: PlannedRow,
  { refused, text, details }: Refusal,
): Problem => {
  const errors = Array.isArray(details) ? (details as FieldError[]) : []
  const first = errors.find(({ path }) => typeof path === 'string')
  const message = first?.message ?? text ?? refusals[refused].text
  return problemAt(entity, file.header, read, first?.path ?? '', message)
}
