import { z } from 'zod'

const supplier = z
  .union([
    z.literal('file'),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Verdien må være file eller en leverandørs id')
      .transform(Number),
  ])
  .default('file')

export const priceFileSchema = z
  .object({
    supplier,
    /** Components of other suppliers that have the El-nummer. */
    otherSuppliers: z.enum(['skip', 'take']).default('skip'),
    /** What a price is where neither line nor head says: gross in a list of goods, asked in an offer. */
    priceType: z.enum(['file', 'B', 'N']).default('file'),
    /** Goods that no component has the El-nummer of. */
    unknownItems: z.enum(['skip', 'create']).default('skip'),
    /** Prices that are not valid today. */
    otherDates: z.enum(['skip', 'take']).default('skip'),
  })
  .refine(({ supplier: of, unknownItems }) => unknownItems === 'skip' || typeof of === 'number', {
    message: 'Velg leverandør når nye komponenter skal opprettes',
    path: ['supplier'],
  })
export type PriceFileOptions = z.output<typeof priceFileSchema>

export const priceFileDefaults: PriceFileOptions = priceFileSchema.parse({})
