import { z } from 'zod'

export const mostTableRows = 5_000

export const tableAnswer = z.strictObject({
  rows: z.array(z.array(z.string())),
  lines: z.array(z.int()).describe('Hvilken rad i arket hver av dem er'),
})
export type TableAnswer = z.output<typeof tableAnswer>
