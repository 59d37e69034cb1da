import { z } from 'zod'
import { choicesSchema, optionsSchema, priceFileSchema } from '#contracts/csv/options.ts'
import { reason } from '#contracts/reason.ts'
import { dryRun } from './import-request.ts'

const fields = z.strictObject({
  dryRun: dryRun.describe('true: ingenting skrives'),
  ...optionsSchema.shape,
  ...choicesSchema.shape,
  ...priceFileSchema.shape,
  reason,
})
const { $schema: _dialect, properties, ...rest } = z.toJSONSchema(fields, { io: 'input' })

/** The upload as the API describes it; nothing reads it by this. */
export const uploadForm = {
  ...rest,
  properties: { ...properties, file: { type: 'string', format: 'binary' } },
  required: ['file'],
}
