import { writeFile } from 'node:fs/promises'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import { osloDay } from '#contracts/days.ts'
import { numberOrNull } from '#contracts/decimal.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import { mostPrices, type ImpactQuestion, type ProposedPrice } from '#contracts/price-impact.ts'
import { movesBeyond } from '../csv/price-changes.ts'
import { appendChanges } from '../store/uploads.ts'
import { retry } from '../commands.ts'
import { createReferences, type Ids } from './references.ts'
import { rejectRows, type FailedRow } from './rejected-rows.ts'
import { judgeRow } from './judge-row.ts'
import { asPlanned, changedFields, changedPrices } from './row-changes.ts'
import { eachRow, identifiedBatches } from './batches.ts'
import { createRowPlanner, type PlannedRow } from './row-planner.ts'
import { importRows, type FileTask } from './task.ts'

type Pricing = Partial<Pick<ProposedPrice, 'costPrice' | 'costPriceCurrency' | 'priceFactor'>> & {
  readonly unit?: string
  readonly validFrom?: string
}

/** The new price of a row; none if it is unchanged. */
const proposedPrices = (entity: Entity, { plan, known }: PlannedRow): readonly ProposedPrice[] => {
  if (plan.outcome !== 'updated' || plan.isOffer || !entity.priced) return []
  const { pricing, unit: partUnit } = plan.body as { pricing?: Pricing; unit?: string | null }
  const before = known?.price ?? null
  if (!pricing && !(before && partUnit !== undefined)) return []
  const price = { ...defaultPrice, ...before, ...pricing }
  const validFrom = pricing?.validFrom ?? known?.day
  return [
    {
      entityType: entity.priced,
      entityId: plan.id,
      costPrice: numberOrNull(price.costPrice),
      costPriceCurrency: price.costPriceCurrency,
      priceFactor: numberOrNull(price.priceFactor),
      unit: price.unit,
      ...(validFrom && { validFrom }),
      ...(partUnit !== undefined && { partUnit }),
    },
  ]
}

/** Asks for the latest date of the prices; null if there are none, or too many. */
const impactQuestion = (prices: ProposedPrice[]): ImpactQuestion | null => {
  if (prices.length === 0 || prices.length > mostPrices) return null
  const last = prices
    .map(({ validFrom }) => validFrom ?? '')
    .toSorted()
    .at(-1)!
  return { prices, ...(last > osloDay() && { validOn: last }) }
}

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
