import { z } from 'zod'
import { currencies, type Currency } from '../pricing.ts'
import type { PriceFileOptions } from './price-file-options.ts'

const updateBehaviors = ['update', 'skip'] as const
/** What an empty cell says of a record that exists: nothing, or that the field is to be emptied. */
const emptyCellRules = ['keep', 'clear'] as const

export type ImportOptions = {
  readonly updateBehavior: (typeof updateBehaviors)[number]
  readonly emptyCells: (typeof emptyCellRules)[number]
  /** A key of the entity's `csv.identifiers`; absent, the first of them that the file has. */
  readonly uniqueIdentifier?: string | undefined
  /** What amounts are in that name no currency; absent, they are read as NOK. */
  readonly currency?: Currency | undefined
  readonly priceFile?: PriceFileOptions
}

export const optionsSchema = z.object({
  updateBehavior: z.enum(updateBehaviors).default('update'),
  emptyCells: z.enum(emptyCellRules).default('keep'),
  uniqueIdentifier: z.string().optional(),
  currency: z.enum(currencies).optional(),
})
