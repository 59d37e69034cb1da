import { z } from 'zod'
import { idempotencyKey } from '#kernel/idempotency-key.ts'
import { ifMatchForm } from '#kernel/headers.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'

const failures = {
  400: 'Et felt bryter en regel',
  401: 'Ikke innlogget',
  403: 'Ingen tilgang',
  404: 'Finnes ikke',
  409: 'I strid med det som finnes: CYCLE, DUPLICATE, IN_USE eller CONFLICT',
  503: 'Utilgjengelig, eller utfallet er ukjent: spør igjen med samme Idempotency-Key',
}
const tooLarge = { 422: 'Større enn systemet tillater' }

export const responses = (status: 200 | 201, data: z.ZodType, mayBeTooLarge: boolean) => ({
  [status]: successSchema(data).describe('Utført'),
  ...Object.fromEntries(
    Object.entries({ ...failures, ...(mayBeTooLarge && tooLarge) }).map(([code, text]) => [
      code,
      failureSchema.describe(text),
    ]),
  ),
})

export const headers = z.looseObject({
  'idempotency-key': idempotencyKey,
  'if-match': z
    .string()
    .regex(ifMatchForm, 'If-Match må være ETag med anførselstegnene, som "1", eller *')
    .optional()
    .describe('Utføres bare hvis versjonen (ETag) fortsatt gjelder'),
})

export const deletedSchema = z.object({ id: z.union([z.number(), z.string()]) })
