import { z } from 'zod'
import { encodings } from './encodings.ts'
import type { Mapping } from './headings.ts'
import { decimalMarks, type DecimalMark } from './numbers.ts'

export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ';': 'Semikolon',
  ',': 'Komma',
  '\t': 'Tabulator',
  '|': 'Loddrett strek',
}
export const decimalNames: Readonly<Record<DecimalMark, string>> = {
  ',': 'desimalkomma',
  '.': 'desimalpunktum',
}
export const chooseDecimal = 'Velg desimaltegn'

const mapping = z.string().transform((text, context): Mapping => {
  const refuse = () => {
    context.addIssue({ code: 'custom', message: 'Kolonnevalgene kan ikke leses' })
    return z.NEVER
  }
  try {
    const read = z.record(z.string(), z.string()).safeParse(JSON.parse(text))
    return read.success ? read.data : refuse()
  } catch {
    return refuse()
  }
})

export const choicesSchema = z.object({
  encoding: z.enum(encodings).optional(),
  delimiter: z.enum(delimiters).optional(),
  decimal: z.enum(decimalMarks).optional(),
  mapping: mapping.optional(),
})
export type Choices = Readonly<z.output<typeof choicesSchema>>
