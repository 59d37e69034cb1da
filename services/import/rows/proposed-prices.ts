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

/** The price that a row leaves behind, whole; null where it is no other, and the part is counted as before. */
const priceIn = (entity: Entity, { plan, known }: PlannedRow): ProposedPrice | null => {
  if (plan.outcome !== 'updated' || plan.isOffer || !entity.priced) return null
  const { pricing, unit: partUnit } = plan.body as { pricing?: Pricing; unit?: string | null }
  const before = known?.price ?? null
  if (!pricing && !(before && partUnit !== undefined)) return null
  const { costPrice, costPriceCurrency, priceFactor, unit } = {
    ...defaultPrice,
    ...before,
    ...pricing,
  }
  const validFrom = pricing?.validFrom ?? known?.day
  return {
    entityType: entity.priced as ProposedPrice['entityType'],
    entityId: plan.id,
    costPrice: numberOrNull(costPrice),
    costPriceCurrency,
    priceFactor: numberOrNull(priceFactor),
    unit,
    ...(validFrom && { validFrom }),
    ...(partUnit !== undefined && { partUnit }),
  }
}

/** The prices that a file would leave behind, to be asked about when all of its rows are read. */
export const createProposedPrices = (entity: Entity) => {
  const prices: ProposedPrice[] = []
  return {
    add: (row: PlannedRow): void => {
      const price = priceIn(entity, row)
      if (price) prices.push(price)
    },
    /** Of the last day on which one of them begins; null where there are none, or too many to ask about. */
    question: (): ImpactQuestion | null => {
      if (prices.length === 0 || prices.length > mostPrices) return null
      const today = osloDay()
      const last = prices.reduce(
        (day, { validFrom }) => ((validFrom ?? '') > day ? validFrom! : day),
        today,
      )
      return { prices, ...(last > today && { validOn: last }) }
    },
  }
}
