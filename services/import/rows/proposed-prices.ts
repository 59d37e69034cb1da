import { osloDay } from '#contracts/days.ts'
import { numberOrNull } from '#contracts/decimal.ts'
import type { Entity } from '#contracts/entity.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import { mostPrices, type ImpactQuestion, type ProposedPrice } from '#contracts/price-impact.ts'
import type { PlannedRow } from './row-planner.ts'

type Pricing = Partial<Pick<ProposedPrice, 'costPrice' | 'costPriceCurrency' | 'priceFactor'>> & {
  readonly unit?: string
  readonly validFrom?: string
}

/** The new price of a row; none if it is unchanged. */
export const proposedPrices = (
  entity: Entity,
  { plan, known }: PlannedRow,
): readonly ProposedPrice[] => {
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
export const impactQuestion = (prices: ProposedPrice[]): ImpactQuestion | null => {
  if (prices.length === 0 || prices.length > mostPrices) return null
  const last = prices
    .map(({ validFrom }) => validFrom ?? '')
    .toSorted()
    .at(-1)!
  return { prices, ...(last > osloDay() && { validOn: last }) }
}
