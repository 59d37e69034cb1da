import { z } from 'zod'

/** An id in an address. What is not a number is no address: 404. */
export const numberId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((value) => value <= 2_147_483_647)
  .meta({ type: 'integer', examples: [1] })

export const byId = z.object({ id: numberId })
export const byUuid = z.object({ id: z.uuid() })
