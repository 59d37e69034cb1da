import { writeFile } from 'node:fs/promises'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import type { ProposedPrice } from '#contracts/price-impact.ts'
import { movesBeyond } from '../csv/price-changes.ts'
import { appendChanges } from '../store/uploads.ts'
import { impactQuestion, proposedPrices } from './proposed-prices.ts'
import { createReferences, type Ids } from './references.ts'
import { rejectRows, type FailedRow } from './rejected-rows.ts'
import { judgeRow } from './judge-row.ts'
import { asPlanned, changedFields, changedPrices } from './row-changes.ts'
import { retry } from '../commands.ts'
import { eachRow, identifiedBatches } from './batches.ts'
import { createRowPlanner, type PlannedRow } from './row-planner.ts'
import { importRows, type FileTask } from './task.ts'

/** Counts the row's outcome and returns its changes. */
const account = (task: FileTask, row: PlannedRow, ids: Ids): readonly PlannedChange[] => {
  const { job, entity, summary, titleOf } = task
  const { plan } = row
  summary.count(plan)
  const prices = changedPrices(entity, row)
  const fields = changedFields(entity, row, ids, titleOf)
  summary.price(prices)
  summary.change(fields)
  const { movedPercent } = job.options
  if (movedPercent !== undefined && movesBeyond(prices, movedPercent)) summary.move()
  return [...prices.map(asPlanned), ...fields]
}

/** Plans every row without writing events. Null if stopped. */
export const dryRun = async (task: FileTask) => {
  const { job, entity, file, summary, uploads } = task
  const changesPath = uploads.changes(job.id)
  await writeFile(changesPath, '')
  const references = createReferences(task, { isDryRun: true })
  const proposed: ProposedPrice[] = []
  // 4 bytes per row, so that the run can check that it does what was shown.
  const digests = Buffer.alloc(file.rows * 4)
  let done = 0
  const planner = createRowPlanner(task, { isDryRun: true })
  for await (const batch of identifiedBatches(task, planner)) {
    const rows = await eachRow(task, batch, (row) => retry(() => planner.plan(row)))
    const failed: FailedRow[] = []
    const changes: PlannedChange[] = []
    for (const row of rows) {
      const { errors, digest, ids } = await judgeRow(task, references, row)
      digests.writeUInt32LE(digest, row.at * 4)
      summary.warn(row.plan.warnings)
      if (errors.length > 0) failed.push({ row, errors })
      else {
        changes.push(...account(task, row, ids))
        proposed.push(...proposedPrices(entity, row))
      }
    }
    await rejectRows(task, failed)
    await appendChanges(changesPath, changes)
    importRows.inc({ stage: 'check' }, rows.length)
    job.done = done += rows.length
    task.progressed()
  }
  return done === file.rows
    ? { made: references.missing(), digests, question: impactQuestion(proposed) }
    : null
}
