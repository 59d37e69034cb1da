import type { Mapping } from './headings.ts'
import { decimalMarks, type DecimalMark } from './numbers.ts'
import { z } from 'zod'
import { currencies } from '../pricing.ts'

/** The first two and UTF-16 are found by what is in a file; the others are for people to choose. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac Roman',
  cp865: 'DOS (CP865)',
  cp850: 'DOS (CP850)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
} as const

export const encodingAsked = 'Tegnsettet kan ikke gjenkjennes'

export type Encoding = keyof typeof encodingNames
export const encodings = Object.keys(encodingNames) as [Encoding, ...Encoding[]]

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

const supplier = z
  .union([
    z.literal('file'),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Verdien må være file eller en leverandørs id')
      .transform(Number),
  ])
  .default('file')

export const priceFileSchema = z
  .object({
    supplier,
    /** Components of other suppliers that have the El-nummer. */
    otherSuppliers: z.enum(['skip', 'take']).default('skip'),
    /** What a price is where neither line nor head says: gross in a list of goods, asked in an offer. */
    priceType: z.enum(['file', 'B', 'N']).default('file'),
    /** Goods that no component has the El-nummer of. */
    unknownItems: z.enum(['skip', 'create']).default('skip'),
    /** Prices that are not valid today. */
    otherDates: z.enum(['skip', 'take']).default('skip'),
  })
  .refine(({ supplier: of, unknownItems }) => unknownItems === 'skip' || typeof of === 'number', {
    message: 'Velg leverandør når nye komponenter skal opprettes',
    path: ['supplier'],
  })
export type PriceFileOptions = z.output<typeof priceFileSchema>

export const priceFileDefaults: PriceFileOptions = priceFileSchema.parse({})

export const optionsSchema = z.object({
  updateBehavior: z.enum(['update', 'skip']).default('update'),
  /** What an empty cell says of a record that exists: nothing, or that the field is to be emptied. */
  emptyCells: z.enum(['keep', 'clear']).default('keep'),
  /** A key of the entity's `csv.identifiers`; absent, the first of them that the file has. */
  uniqueIdentifier: z.string().optional(),
  /** What amounts are in that name no currency; absent, they are read as NOK. */
  currency: z.enum(currencies).optional(),
})

export type ImportOptions = Readonly<z.output<typeof optionsSchema>> & {
  readonly priceFile?: PriceFileOptions
}
