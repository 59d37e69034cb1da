import { z } from 'zod'

export const mostTableRows = 5_000

export const tableAnswer = z.strictObject({ rows: z.array(z.array(z.string())) })
export type TableAnswer = z.output<typeof tableAnswer>
