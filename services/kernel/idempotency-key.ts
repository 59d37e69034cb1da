import { z } from 'zod'
import { refuse } from '#contracts/refusals.ts'

export const idempotencyKey = z
  .string()
  .max(200)
  .optional()
  .describe('Samme nøkkel igjen gir samme svar og ingen ny virkning')

export const keyReused = refuse(
  'CONFLICT',
  'Denne Idempotency-Key er allerede brukt til en annen forespørsel.',
)
