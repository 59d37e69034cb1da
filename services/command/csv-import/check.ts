import { shown, type Problem } from '#contracts/csv/problems.ts'
import { all } from '#command/kernel/at-once.ts'
import { ambiguousNames, considering, digestFor, type Considered } from './consider.ts'
import { finder } from './finder.ts'
import { missingNames } from './missing-names.ts'
import { dayOf } from './reading.ts'
import { startedRows } from './started-rows.ts'
import { changedFields, changedPrices, reasonOf, type Work } from './work.ts'
import { importRows } from './metrics.ts'

const stopped = Symbol('stopped')

/** Says of every row what an import would make of it, and remembers a digest of that. Writes no event. */
export const check = async (work: Work): Promise<{ suppliers: number; manufacturers: number }> => {
  const { job, entity, journal, tally, faulty, commands } = work
  const { start, consider } = considering({
    ...work,
    options: job.options,
    find: finder(work),
    today: dayOf(job),
  })
  const names = missingNames(commands)
  let at = 0

  /** What is wrong with the suppliers and manufacturers that a row names. */
  const wrongNames = ({ plan, known }: Considered) => {
    if (!('names' in plan) || Object.keys(plan.names).length === 0) return null
    const current = known?.values['supplierId']
    return names.look(plan.names, typeof current === 'number' ? current : null)
  }
  const errorsOf = ({ read, plan }: Considered, wrong: string | null): readonly Problem[] => {
    if (plan.outcome === 'failed') return plan.errors
    if (wrong === null || !('names' in plan)) return []
    const value = shown(Object.values(plan.names).join(', '))
    return [{ line: read.line, column: '', value, message: wrong }]
  }

  for await (const rows of startedRows(work, start)) {
    await work.room()
    if (work.isCancelled()) throw stopped
    for (const one of await all(rows.map(consider))) {
      const { read, plan, known } = one
      const looked = wrongNames(one)
      const wrong = looked && (await looked)
      journal.plan(at++, wrong === null ? digestFor(plan) : ambiguousNames)
      const errors = errorsOf(one, wrong)
      tally.count(errors.length > 0 ? 'failed' : plan.outcome, reasonOf(plan))
      tally.warn(plan.warnings)
      tally.fail(errors)
      if (errors.length > 0) await faulty.add(read, errors)
      else if (plan.outcome === 'updated' && known) {
        tally.price(changedPrices(entity, read, known, plan))
        tally.change(changedFields(entity, read, known, plan))
      }
    }
    importRows.inc({ stage: 'check' }, at - job.done)
    job.done = at
    work.progressed()
  }
  return names.counts()
}

export const wasStopped = (error: unknown): boolean => error === stopped
