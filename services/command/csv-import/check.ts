import { shown, type Problem } from '#contracts/csv/problems.ts'
import { ambiguousNames, considering, digestFor, type Considered } from './consider.ts'
import { finder } from './finder.ts'
import { missingNames } from './missing-names.ts'
import { dayOf } from './reading.ts'
import { startedRows } from './started-rows.ts'
import { changedPrices, reasonOf, type Work } from './work.ts'

const stopped = Symbol('stopped')

/** Says of every row what an import would make of it, and remembers a digest of that. Writes no event. */
export const check = async (work: Work): Promise<{ suppliers: number; manufacturers: number }> => {
  const { job, entity, journal, tally, faulty, commands } = work
  const start = considering({
    ...work,
    options: job.options,
    find: finder(work),
    today: dayOf(job),
  })
  const names = missingNames(commands)
  let at = 0

  const settle = async (row: number, { read, plan, known }: Considered) => {
    const current = known?.values['supplierId']
    const wrong =
      'names' in plan && Object.keys(plan.names).length > 0
        ? await names.look(plan.names, typeof current === 'number' ? current : null)
        : null
    const errors: readonly Problem[] =
      plan.outcome === 'failed'
        ? plan.errors
        : wrong === null
          ? []
          : [
              {
                line: read.line,
                column: '',
                value: shown(Object.values('names' in plan ? plan.names : {}).join(', ')),
                message: wrong,
              },
            ]
    journal.plan(row, wrong === null ? digestFor(plan) : ambiguousNames)
    tally.count(errors.length > 0 ? 'failed' : plan.outcome, reasonOf(plan))
    tally.warn(plan.warnings)
    tally.fail(errors)
    if (errors.length > 0) await faulty.add(read, errors)
    else if (plan.outcome === 'updated') tally.price(changedPrices(entity, read, known, plan))
  }

  for await (const rows of startedRows(work, start)) {
    if (work.isCancelled()) throw stopped
    const considered = await Promise.all(rows.map(({ consider }) => consider()))
    for (const one of considered) await settle(at++, one)
    job.done = at
    work.progressed()
  }
  return names.counts()
}

export const wasStopped = (error: unknown): boolean => error === stopped
