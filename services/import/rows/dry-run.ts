import type { Problem } from '#contracts/csv/answer.ts'
import { shown } from '../csv/problems.ts'
import { importRows } from '../metrics.ts'
import { retry } from '../retry.ts'
import { dayOf } from '../store/job.ts'
import { changedFields, changedPrices, reasonOf } from './changes.ts'
import { rowChunks } from './import-file.ts'
import { createMissingNames, type MissingNames } from './missing-names.ts'
import { mapParallel } from './parallel.ts'
import { findFor } from './record-lookup.ts'
import { ambiguousNames, createRowPlanner, digestFor, type PlannedRow } from './row-planner.ts'
import type { FileTask } from './task.ts'

type Judged = PlannedRow & { readonly errors: readonly Problem[]; readonly digest: number }

/** With what is wrong with the suppliers and manufacturers that a row names. */
const judge = async (names: MissingNames, row: PlannedRow): Promise<Judged> => {
  const { read, plan, known } = row
  const digest = digestFor(plan)
  if (plan.outcome === 'failed') return { ...row, errors: plan.errors, digest }
  if (!('names' in plan) || Object.keys(plan.names).length === 0)
    return { ...row, errors: [], digest }
  const current = known?.values['supplierId']
  const wrong = await names.look(plan.names, typeof current === 'number' ? current : null)
  if (wrong === null) return { ...row, errors: [], digest }
  const value = shown(Object.values(plan.names).join(', '))
  const errors = [{ line: read.line, column: '', value, message: wrong }]
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
  const { job, file, commands } = task
  const planner = createRowPlanner({
    ...task,
    options: job.options,
    find: findFor(task),
    today: dayOf(job),
  })
  const names = createMissingNames(commands)
  const digests = Buffer.alloc(file.rows * 4)

  for await (const { from, rows } of rowChunks(task.chunks, file)) {
    await task.room()
    if (task.isCancelled()) return null
    const identified = rows.map((row, i) => planner.identify(row, from + i))
    const plan = (row: (typeof identified)[number]) => retry(() => planner.plan(row))
    for (const row of await mapParallel(identified, task.width(), plan)) {
      const judged = await judge(names, row)
      digests.writeUInt32LE(judged.digest, row.at * 4)
      await account(task, judged)
    }
    importRows.inc({ stage: 'check' }, rows.length)
    job.done = from + rows.length
    task.progressed()
  }
  return { ...names.counts(), digests }
}
