import { z } from 'zod'

/** What a Postgres integer holds. */
export const largestInteger = 2_147_483_647

export const recordId = z.int().positive().max(largestInteger)
