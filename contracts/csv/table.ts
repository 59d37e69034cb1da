import { z } from 'zod'

export const mostTableRows = 5_000
export const mostTableText = 10_000_000

export const tableAnswer = z.union([
  z
    .strictObject({
      rows: z.array(z.array(z.string())),
      lines: z.array(z.int()).describe('Hvilken rad i arket hver av dem er'),
    })
    .describe('Av en arbeidsbok'),
  z.strictObject({ text: z.string() }).describe('Av en tekstfil, hvilket tegnsett den enn har'),
])
export type TableAnswer = z.output<typeof tableAnswer>
