import type { Problem } from '#contracts/csv/answer.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { ambiguousNames, digestFor } from '../csv/digests.ts'
import { shown } from '../csv/parser.ts'
import { movesBeyond } from '../csv/price-changes.ts'
import { createProposedPrices } from './proposed-prices.ts'
import { createReferences, type References } from './references.ts'
import {
  asPlanned,
  changedFields,
  changedPrices,
  withRecord,
  refusalProblem,
  refusedRow,
} from './row-changes.ts'
import { createRowPlanner, plannedChunks, type PlannedRow } from './row-planner.ts'
import { createChangeLog, type ChangeLog } from '../store/change-log.ts'
import { importRows, type FileTask } from './task.ts'

type Judged = PlannedRow & { readonly errors: readonly Problem[]; readonly digest: number }

const judge = async (task: FileTask, references: References, row: PlannedRow): Promise<Judged> => {
  const { read, plan, known } = row
  const refusal = await refusedRow(task, row)
  if (refusal) return { ...row, errors: [refusalProblem(task, row, refusal)], digest: 2 }
  // Nobody knows yet what the rows above will have made of its record.
  const digest = row.follows ? 0 : digestFor(plan)
  if (plan.outcome === 'failed') return { ...row, errors: plan.errors, digest }
  const ids = 'names' in plan ? await references.idsOf(plan.names, known) : {}
  if (!('names' in plan) || !isRefusal(ids)) return { ...row, errors: [], digest }
  const value = shown(Object.values(plan.names).join(', '))
  const errors = [{ line: read.line, column: '', value, message: ids.text ?? '' }]
  return { ...row, errors, digest: ambiguousNames }
}

const judgeAll = async (task: FileTask, log: ChangeLog) => {
  const { job, entity, file, summary, faulty } = task
  const { movedPercent } = job.options
  let done = 0
  summary.warn(file.warnings ?? [])
  const references = createReferences(task, { isDryRun: true })
  const proposed = createProposedPrices(entity)
  // 4 bytes a row, by which a run knows what was shown.
  const digests = Buffer.alloc(file.rows * 4)

  for await (const rows of plannedChunks(task, createRowPlanner(task, { isDryRun: true }))) {
    for (const row of rows) {
      const { at, read, plan, errors, digest } = await judge(task, references, row)
      digests.writeUInt32LE(digest, at * 4)
      summary.warn(plan.warnings)
      if (errors.length > 0) {
        summary.fail(withRecord(entity, row, errors))
        await faulty.add(read, errors)
        continue
      }
      const id = 'id' in plan ? plan.id : 0
      summary.count(plan.outcome, id, 'because' in plan ? plan.because : undefined)
      const prices = changedPrices(entity, row)
      summary.price(prices)
      proposed.add(row)
      if (movedPercent !== undefined && movesBeyond(prices, movedPercent)) summary.move()
      const fields = changedFields(entity, row, task.titleOf)
      summary.change(fields)
      await log.add([...prices.map(asPlanned), ...fields])
    }
    importRows.inc({ stage: 'check' }, rows.length)
    job.done = done += rows.length
    task.progressed()
  }
  return done === file.rows
    ? { ...references.missing(), digests, question: proposed.question() }
    : null
}

/** Says of every row what an import would make of it. Writes no event. Null where it was told to stop. */
export const dryRun = async (task: FileTask) => {
  const changes = await createChangeLog(task.uploads.changes(task.job.id))
  try {
    return await judgeAll(task, changes)
  } finally {
    await changes.close()
  }
}
