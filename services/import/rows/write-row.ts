import { assembly } from '#contracts/catalogue/index.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { PricingChanges } from '#contracts/pricing.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import type { Done } from '../commands.ts'
import type { Body } from '../csv/differences.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import { sourceOf } from '../nelfo/price-file.ts'
import type { References } from './references.ts'
import type { PlannedRow } from './row-planner.ts'
import { byOf, type FileTask } from './task.ts'

type Written = Extract<RowPlan, { outcome: 'created' | 'updated' | 'deleted' }>

/** The offer fields of a part's body. */
const offerChanges = ({ pricing, ...body }: Body): OfferChanges => {
  const { validFrom: _today, ...price } = (pricing ?? {}) as PricingChanges
  return { ...body, ...price }
}

/** Sends the row as the command of a form. */
export const writeRow = async (
  { job, entity, file, commands }: FileTask,
  references: References,
  { read, known }: PlannedRow,
  plan: Written,
): Promise<Done | Refusal> => {
  const { line, cells } = read
  const source = file.priceFile && { source: sourceOf(file.priceFile, cells) }
  const by = byOf(job, `line ${line}`, {
    import: job.id,
    ...(job.bulk ? { bulk: true } : { line }),
    ...source,
  })
  const ifMatch = known && [known.version]
  if (plan.outcome === 'deleted') {
    // Without an assembly's version: deleting other assemblies of the selection may have moved it.
    const isAssembly = entity.name === assembly.name
    return commands.remove(entity, plan.id, { ...by, ifMatch: isAssembly ? null : ifMatch })
  }
  const ids = await references.idsOf(plan.names, known)
  if (isRefusal(ids)) return ids
  const body = { ...plan.body, ...ids }
  if ('isOffer' in plan)
    return commands.setOffer(entity, plan.id, Number(ids['supplierId']), offerChanges(plan.body), {
      ...by,
      ifMatch,
    })
  return plan.outcome === 'created'
    ? commands.register(entity, body, by)
    : commands.revise(entity, plan.id, body, { ...by, ifMatch })
}
