import type { Problem } from '#contracts/csv/answer.ts'
import { refusals, type Refusal } from '#contracts/refusals.ts'
import { shown } from '../csv/parser.ts'
import type { PlannedRow } from './row-planner.ts'
import type { FileTask } from './task.ts'

/** Why what a row would delete may not be; null where it may, or where it deletes nothing. */
export const removalRefused = async (
  { commands, entity }: FileTask,
  { plan }: PlannedRow,
): Promise<Refusal | null> =>
  plan.outcome === 'deleted' ? commands.refusedRemoval(entity, plan.id) : null

export const removalProblem = ({ read }: PlannedRow, { refused, text }: Refusal): Problem => ({
  line: read.line,
  column: '',
  value: shown(read.cells[0] ?? ''),
  message: text ?? refusals[refused].text,
})
