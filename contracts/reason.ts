import { z } from 'zod'
import { blankToNull, line } from './field-schemas.ts'
import { longestReason } from './fields.ts'

/** About the change, not the record: events store it in their metadata. */
export const reason = z
  .preprocess(blankToNull, line(longestReason).nullable())
  .optional()
  .describe('Begrunnelse')
export type Reason = z.output<typeof reason>

export const reasonBody = z.strictObject({ reason }).nullish()
