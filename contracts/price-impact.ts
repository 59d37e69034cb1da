import { z } from 'zod'
import { costSum } from './assembly/cost-answers.ts'
import { pricedEntities } from './catalogue/index.ts'
import { day } from './day-schema.ts'
import { recordId } from './field-schemas.ts'
import { longestUnit } from './fields.ts'
import { priceParts } from './pricing.ts'

export const impactPath = '/api/pricing/impact'
export const impactListed = 10
export const mostPrices = 100_000

const proposedPrice = z
  .strictObject({
    entityType: z.enum(pricedEntities),
    entityId: recordId,
    ...priceParts,
    partUnit: z
      .string()
      .max(longestUnit)
      .nullable()
      .optional()
      .describe('Komponentens egen enhet, der også den endres'),
  })
  .meta({ id: 'ProposedPrice' })
export type ProposedPrice = z.output<typeof proposedPrice>

export const impactQuestion = z
  .strictObject({
    validOn: day.optional().describe('Dagen det spørres om; ellers i dag'),
    prices: z.array(proposedPrice).min(1).max(mostPrices),
  })
  .meta({ id: 'PriceImpactQuestion' })
export type ImpactQuestion = z.output<typeof impactQuestion>

export const priceImpact = z
  .object({
    validOn: z.iso.date().describe('Dagen kostnadene er regnet ut for'),
    count: z.int().describe('Hvor mange sammenstillinger som får en annen kostnad'),
    largest: z
      .array(z.object({ id: z.int(), name: z.string(), from: costSum, to: costSum }))
      .describe(`De ${impactListed} med størst forskjell i beløp, uten omregning mellom valutaer`),
  })
  .meta({ id: 'PriceImpact' })
export type PriceImpact = z.output<typeof priceImpact>
