import { z } from 'zod'
import { priceSource } from '#contracts/price-source.ts'
import { pricedEntities, pricingSchema } from '#contracts/pricing.ts'

const price = pricingSchema
  .pick({
    costPrice: true,
    costPriceCurrency: true,
    priceFactor: true,
    listPrice: true,
    unit: true,
    salesPrice: true,
  })
  .nullable()

export const historySchema = z.object({
  position: z.string().describe('Hendelsens plass i hendelsesloggen'),
  eventId: z.uuid(),
  entityType: z.enum(pricedEntities),
  entityId: z.int(),
  at: z.iso.datetime().describe('Når'),
  user: z.string().describe('Hvem'),
  from: price.describe('Prisen før; null for den første'),
  to: price.describe('Prisen etter; null når posten ble slettet'),
  source: priceSource.nullable(),
})
