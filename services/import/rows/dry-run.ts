import type { Problem } from '#contracts/csv/answer.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { shown } from '../csv/problems.ts'
import { retry } from '../retry.ts'
import { rowChunks } from './import-file.ts'
import { createReferences, type References } from './references.ts'
import {
  ambiguousNames,
  changedFields,
  changedPrices,
  createRowPlanner,
  digestFor,
  reasonOf,
  supplierOf,
  type PlannedRow,
} from './row-planner.ts'
import { importRows, mapParallel, type FileTask } from './task.ts'

type Judged = PlannedRow & { readonly errors: readonly Problem[]; readonly digest: number }

const judge = async (references: References, row: PlannedRow): Promise<Judged> => {
  const { read, plan, known } = row
  const digest = digestFor(plan)
  if (plan.outcome === 'failed') return { ...row, errors: plan.errors, digest }
  const ids = 'names' in plan ? await references.idsOf(plan.names, supplierOf(known)) : {}
  if (!('names' in plan) || !isRefusal(ids)) return { ...row, errors: [], digest }
  const value = shown(Object.values(plan.names).join(', '))
  const errors = [{ line: read.line, column: '', value, message: ids.text ?? '' }]
  return { ...row, errors, digest: ambiguousNames }
}

const account = async ({ entity, summary, faulty }: FileTask, row: Judged): Promise<void> => {
  const { read, plan, errors } = row
  summary.count(errors.length > 0 ? 'failed' : plan.outcome, reasonOf(plan))
  summary.warn(plan.warnings)
  summary.fail(errors)
  if (errors.length > 0) return faulty.add(read, errors)
  summary.price(changedPrices(entity, row))
  summary.change(changedFields(entity, row))
}

export type DryRun = {
  readonly suppliers: number
  readonly manufacturers: number
  /** 4 bytes a row, by which a run knows what was shown. */
  readonly digests: Buffer
}

/** Says of every row what an import would make of it. Writes no event. Null where it was told to stop. */
export const dryRun = async (task: FileTask): Promise<DryRun | null> => {
  const { job, file } = task
  const planner = createRowPlanner(task)
  const references = createReferences(task, { isDryRun: true })
  const digests = Buffer.alloc(file.rows * 4)

  for await (const { from, rows } of rowChunks(task.chunks, file)) {
    await task.room()
    if (task.isCancelled()) return null
    const identified = rows.map((row, i) => planner.identify(row, from + i))
    const plan = (row: (typeof identified)[number]) => retry(() => planner.plan(row))
    for (const row of await mapParallel(identified, task.width(), plan)) {
      const judged = await judge(references, row)
      digests.writeUInt32LE(judged.digest, row.at * 4)
      await account(task, judged)
    }
    importRows.inc({ stage: 'check' }, rows.length)
    job.done = from + rows.length
    task.progressed()
  }
  return { ...references.missing(), digests }
}
