import { z } from 'zod'
import { largestInteger } from '#contracts/integers.ts'

export const idIn = (wrong?: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, wrong)
    // Zod drops examples after a transform.
    .meta({ examples: [1] })
    .transform(Number)
    .refine((value) => value <= largestInteger, wrong)
    .meta({ type: 'integer' })

/** An invalid id becomes 404. */
export const numberId = idIn()

export const byId = z.object({ id: numberId })
export const byUuid = z.object({
  id: z.uuid().meta({ examples: ['0198c0de-0000-7000-8000-000000000001'] }),
})
