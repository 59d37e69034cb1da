import { z } from 'zod'
import { blankToNull, line } from './field-schemas.ts'
import { longestReason } from './fields.ts'

/** Why something is changed. It is about the change, not the record: events have it in their metadata. */
export const reason = z
  .preprocess(blankToNull, line(longestReason).nullable())
  .optional()
  .describe('Begrunnelse')
export type Reason = z.output<typeof reason>

/** What may be said with a command that needs no body. */
export const reasonBody = z.strictObject({ reason }).nullish()
