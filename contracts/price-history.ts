import { z } from 'zod'
import { pricedEntities } from './catalogue/index.ts'
import { via } from './history.ts'
import { amountsSchema } from './pricing.ts'

const text = (example: string, description?: string) =>
  z.string().meta({ ...(description && { description }), examples: [example] })

const priceSource = z
  .object({
    format: text('EFO/NELFO 4.0'),
    seller: text('Nordlys Elektro AS', 'Grossisten'),
    sellerId: text('NO987654321MVA', 'Oftest organisasjonsnummeret'),
    price: text('4275', 'Pris, i øre'),
    priceUnit: text('MTR', 'Enheten prisen gjelder'),
    quantity: text('10000', 'Antall enheter prisen gjelder, med fire desimaler'),
    discount: text('1000', 'Rabatt i hundredels prosent'),
    priceType: text('B', 'B er brutto, N er netto'),
    priceDate: text('20260901', 'Gjelder fra, ååååmmdd'),
  })
  .describe('Prisfilen prisen kommer fra, med verdiene slik de står i filen')
export type PriceSource = z.output<typeof priceSource>

const price = amountsSchema.nullable()

export const historySchema = z
  .object({
    position: z.string().describe('Hendelsens plass i hendelsesloggen'),
    eventId: z.uuid(),
    entityType: z.enum(pricedEntities),
    entityId: z.int(),
    at: z.iso.datetime().describe('Når'),
    user: z.string().describe('Hvem, med navnet fra da'),
    userId: z.string().nullable().describe('Kontoen; null der ingen vet hvem navnet tilhørte'),
    userNow: z.string().nullable().describe('Navnet kontoen har nå, der det er et annet'),
    validFrom: z.iso
      .date()
      .nullable()
      .describe('Dagen prisen gjelder fra; null når det er dagen den ble registrert'),
    withdrawn: z.boolean().describe('Prisen for den dagen er tatt tilbake'),
    from: price.describe('Prisen som ellers gjaldt den dagen; null når det ikke var noen'),
    to: price.describe('Prisen etter; null når posten ble slettet'),
    source: priceSource.nullable(),
    import: z.string().nullable().describe('Importen som endret prisen'),
    line: z.int().nullable().describe('Linjen i filen'),
    via,
    reason: z.string().nullable().describe('Begrunnelse'),
  })
  .meta({ id: 'PriceHistoryItem' })
export type PriceChange = z.output<typeof historySchema>
