import { z } from 'zod'
import { priceSource } from '#contracts/price-source.ts'
import { currencies, pricedEntities } from '#contracts/pricing.ts'

const amount = z.number().nullable()
const money = {
  costPrice: amount.describe('Kostpris'),
  costPriceCurrency: z.enum(currencies).describe('Valuta'),
  priceFactor: z.number().describe('Prisfaktor'),
  listPrice: amount.describe('Listepris'),
  unit: z.string().describe('Enhet'),
}

export const pricingSchema = z
  .object({
    id: z.string().describe('{entityType}-{entityId}'),
    entityType: z.enum(pricedEntities),
    entityId: z.int(),
    ...money,
    salesPrice: amount.describe('Kostpris × prisfaktor, avrundet til 4 desimaler'),
    costPriceUpdatedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .describe('Pris')

const price = z.object({ ...money, salesPrice: amount }).nullable()

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
