import { z } from 'zod'
import { currencies } from '../pricing.ts'
import type { PriceFileOptions } from './price-file-options.ts'

export const optionsSchema = z.object({
  updateBehavior: z.enum(['update', 'skip']).default('update'),
  /** What an empty cell says of a record that exists: nothing, or that the field is to be emptied. */
  emptyCells: z.enum(['keep', 'clear']).default('keep'),
  /** A key of the entity's `csv.identifiers`; absent, the first of them that the file has. */
  uniqueIdentifier: z.string().optional(),
  /** What amounts are in that name no currency; absent, they are read as NOK. */
  currency: z.enum(currencies).optional(),
})

export type ImportOptions = Readonly<z.output<typeof optionsSchema>> & {
  readonly priceFile?: PriceFileOptions
}
