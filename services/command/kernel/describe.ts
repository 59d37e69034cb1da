import { z } from 'zod'
import { failureSchema } from '../../kernel/openapi.ts'

/** The envelope of an answer, for the API's description. */
export const answered = (data: z.ZodType) => z.object({ success: z.literal(true), data })

const failures = {
  400: 'Et felt bryter en regel',
  401: 'Ikke innlogget',
  403: 'Ingen tilgang',
  404: 'Finnes ikke',
  409: 'I strid med det som finnes: CYCLE, DUPLICATE, IN_USE eller CONFLICT',
  422: 'Større enn systemet tillater',
  503: 'Utilgjengelig, eller utfallet er ukjent: spør igjen med samme Idempotency-Key',
} as const

type FailureStatus = keyof typeof failures

/** Responses of a command: what success gives, and how it may be refused. */
export const responses = (
  status: 200 | 201,
  data: z.ZodType,
  also: readonly FailureStatus[] = [],
) => ({
  [status]: answered(data).describe('Utført'),
  ...Object.fromEntries(
    ([400, 401, 403, 404, 409, 503, ...also] as const).map((code) => [
      code,
      failureSchema.describe(failures[code]),
    ]),
  ),
})

export const deletedSchema = z.object({ id: z.union([z.number(), z.string()]) })

/** Headers that every command understands. */
export const commandHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe('Samme nøkkel igjen gir samme svar og ingen ny virkning'),
  'if-match': z.string().optional().describe('Utføres bare hvis versjonen (ETag) fortsatt gjelder'),
})
