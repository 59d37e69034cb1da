import { z } from 'zod'

/** Where a price comes from that a wholesaler's file gave, as the file has it: kept with the event. */
export const priceSource = z
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
