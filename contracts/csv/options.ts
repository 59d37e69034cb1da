import { z } from 'zod'

export const updateBehaviors = ['update', 'skip'] as const
/** What an empty cell says of a record that exists: nothing, or that the field is to be emptied. */
export const emptyCellRules = ['keep', 'clear'] as const

export type ImportOptions = {
  readonly updateBehavior: (typeof updateBehaviors)[number]
  readonly emptyCells: (typeof emptyCellRules)[number]
  /** A key of the entity's `csv.identifiers`. */
  readonly uniqueIdentifier: string
}

export const optionsSchema = z.object({
  updateBehavior: z.enum(updateBehaviors).default('update'),
  emptyCells: z.enum(emptyCellRules).default('keep'),
  uniqueIdentifier: z.string().optional(),
})
