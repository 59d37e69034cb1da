import { z } from 'zod'
import { decimalMarks, type DecimalMark } from './numbers.ts'
import { delimiters, type Delimiter } from './delimiter.ts'
import { encodingNames, encodings, type Encoding } from './encodings.ts'
import type { Header, Mapping } from './headings.ts'
import type { FileCurrency } from './row-currency.ts'
import type { PriceFile } from './nelfo/price-file.ts'

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

/** What the user may say about a file; what is absent is found out. */
export const choicesSchema = z.object({
  encoding: z.enum(encodings).optional(),
  delimiter: z.enum(delimiters).optional(),
  decimal: z.enum(decimalMarks).optional(),
  mapping: mapping.optional(),
})
export type Choices = {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
  readonly decimal?: DecimalMark | undefined
  readonly mapping?: Mapping | undefined
}

/** How a file is read. */
export type Understood = {
  readonly encoding: Encoding
  readonly byteOrderMark: boolean
  readonly delimiter: Delimiter
  /** Null where the file's numbers do not give it away, or disagree. */
  readonly decimal: DecimalMark | null
  /** What amounts are read as that name no currency; null where there are none. */
  readonly currency: FileCurrency | null
  /** Rows above the header that are not read: what a list calls itself, and its date. */
  readonly rowsAbove: number
  readonly header: Header
  /** Rows that are not blank. */
  readonly rows: number
  /** Present when it is no CSV file but a wholesaler's price file. */
  readonly priceFile?: PriceFile
}

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
/** "Semikolon, desimalkomma, Windows-1252" */
export const inWords = (understood: Understood): string => {
  const { delimiter, decimal, encoding, byteOrderMark, rowsAbove, header } = understood
  return [
    delimiterNames[delimiter],
    decimal ? decimalNames[decimal] : 'desimaltegn ikke avgjort',
    byteOrderMark ? `${encodingNames[encoding]} med BOM` : encodingNames[encoding],
    ...(rowsAbove > 0 ? [`overskrifter på linje ${header.line}`] : []),
  ].join(', ')
}
