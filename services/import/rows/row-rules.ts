import { selectionRules } from '../bulk/selection.ts'
import { csvRules, type RowRules } from '../csv/csv-rules.ts'
import { priceFileRules } from '../nelfo/rules.ts'
import { dayOf } from '../store/job-repository.ts'
import type { FileTask } from './task.ts'

export const rulesFor = ({ job, entity, file, titleOf }: FileTask): RowRules => {
  const { priceFile, identifier } = file
  const context = { entity, file, options: job.options, today: dayOf(job) }
  if (job.bulk) return selectionRules(context, job.bulk)
  return priceFile
    ? priceFileRules({ ...context, priceFile, identifier, titleOf })
    : csvRules(context, identifier)
}
