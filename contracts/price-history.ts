import { z } from 'zod'
import { pricedEntities } from './catalogue/index.ts'
import { pricingSchema } from './pricing.ts'

const priceSource = z
  .object({
    format: z.string().meta({ examples: ['EFO/NELFO 4.0'] }),
    seller: z
      .string()
      .describe('Grossisten')
      .meta({ examples: ['Nordlys Elektro AS'] }),
    sellerId: z
      .string()
      .describe('Oftest organisasjonsnummeret')
      .meta({ examples: ['NO987654321MVA'] }),
    price: z
      .string()
      .describe('Pris, i øre')
      .meta({ examples: ['4275'] }),
    priceUnit: z
      .string()
      .describe('Enheten prisen gjelder')
      .meta({ examples: ['MTR'] }),
    quantity: z
      .string()
      .describe('Antall enheter prisen gjelder, med fire desimaler')
      .meta({ examples: ['10000'] }),
    discount: z
      .string()
      .describe('Rabatt i hundredels prosent')
      .meta({ examples: ['1000'] }),
    priceType: z
      .string()
      .describe('B er brutto, N er netto')
      .meta({ examples: ['B'] }),
    priceDate: z
      .string()
      .describe('Gjelder fra, ååååmmdd')
      .meta({ examples: ['20260901'] }),
  })
  .describe('Prisfilen prisen kommer fra, med verdiene slik de står i filen')
export type PriceSource = z.output<typeof priceSource>

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
