import type { Mapping } from './headings.ts'
import { decimalMarks, type DecimalMark } from './numbers.ts'
import { z } from 'zod'
import { currencies } from '../pricing.ts'

/** UTF-8, Windows-1252 and UTF-16 are detected; the others can be chosen. */
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

export const unknownEncoding = 'Tegnsettet kan ikke gjenkjennes'
export const saveAsUtf8 = 'Lagre filen som «CSV UTF-8».'
export const chooseEncoding =
  'Velg det som er riktig som tegnsett, eller lagre filen som «CSV UTF-8».'

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
  encoding: z.enum(encodings).optional().describe('Ellers funnet ut av filen'),
  delimiter: z.enum(delimiters).optional().describe('Ellers funnet ut av filen'),
  decimal: z.enum(decimalMarks).optional().describe('Ellers funnet ut av filen'),
  sheet: z
    .string()
    .max(200)
    .optional()
    .describe('Arbeidsbok: arket som leses; ellers det første som vises'),
  mapping: mapping
    .optional()
    .describe('JSON fra overskrifter i filen til felter; "" lar en kolonne være'),
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
    supplier: supplier.describe('Prisfil: grossisten i filen, eller en leverandørs id'),
    otherSuppliers: z
      .enum(['skip', 'take', 'offer'])
      .default('skip')
      .describe(
        'Prisfil: komponenter med El-nummeret hos andre leverandører; offer gir dem et tilbud fra `supplier`',
      ),
    priceType: z
      .enum(['file', 'B', 'N'])
      .default('file')
      .describe('Prisfil: brutto eller netto, der filen ikke sier det'),
    unknownItems: z
      .enum(['skip', 'create'])
      .default('skip')
      .describe('Prisfil: varer som ingen komponent har El-nummeret til'),
    otherDates: z
      .enum(['skip', 'take'])
      .default('skip')
      .describe('Prisfil: priser som ikke gjelder i dag'),
  })
  .refine(({ supplier: of, unknownItems }) => unknownItems === 'skip' || typeof of === 'number', {
    message: 'Velg leverandør når nye komponenter skal opprettes',
    path: ['supplier'],
  })
  .refine(
    ({ supplier: of, otherSuppliers }) => otherSuppliers !== 'offer' || typeof of === 'number',
    {
      message: 'Velg leverandør når prisene skal bli tilbud',
      path: ['supplier'],
    },
  )
export type PriceFileOptions = z.output<typeof priceFileSchema>

export const priceFileDefaults: PriceFileOptions = priceFileSchema.parse({})

const count = z
  .string()
  .regex(/^\d{1,7}$/, 'Må være et helt tall')
  .transform(Number)
const percent = z
  .string()
  .regex(/^\d{1,4}([.,]\d)?$/, 'Må være et tall med høyst én desimal')
  .transform((text) => Number(text.replace(',', '.')))

export const limitMissing = 'Angi både maxMovedPrices og movedPercent, eller ingen av dem'

export const optionsSchema = z.object({
  updateBehavior: z.enum(['update', 'skip']).default('update').describe('Rader som finnes fra før'),
  emptyCells: z
    .enum(['keep', 'clear'])
    .default('keep')
    .describe('Tomme celler: la feltet stå, eller tøm det'),
  uniqueIdentifier: z
    .string()
    .optional()
    .describe('Feltet som rader kjennes igjen på; ellers det første filen har'),
  currency: z
    .enum(currencies)
    .optional()
    .describe('Hva beløp er i som ikke sier det selv; ellers NOK'),
  maxMovedPrices: count
    .optional()
    .describe('Skriv ingenting hvis flere priser enn dette endres med mer enn `movedPercent`'),
  movedPercent: percent.optional().describe('Prosent, med høyst én desimal'),
})

export type ImportOptions = Readonly<z.output<typeof optionsSchema>> & {
  readonly priceFile?: PriceFileOptions
}
