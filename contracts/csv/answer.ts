import { z } from 'zod'
import { currencies } from '../pricing.ts'
import { decimalMarks } from './numbers.ts'
import { delimiters, encodings } from './options.ts'
import { priceImpact } from '../price-impact.ts'
import { skipReasons, type SkipReason } from './skip-reasons.ts'

export const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly()

const problem = z
  .object({
    line: z.int().describe('Linjen i filen; overskriftene er oftest 1'),
    column: z.string(),
    value: z.string(),
    message: z.string(),
    record: z
      .object({ id: z.int(), title: z.string() })
      .optional()
      .describe('Posten, der radene er valgte poster'),
  })
  .meta({ id: 'ImportProblem' })
export type Problem = Readonly<z.output<typeof problem>>

export const ofRow = { line: z.int(), id: z.int(), title: z.string() }
const textOrNumber = z.union([z.string(), z.number()]).nullable()

const priceChange = z.object({
  what: z.enum(['Kostpris', 'Listepris', 'Prisfaktor', 'Kostpris valuta', 'Prisenhet']),
  from: textOrNumber,
  to: textOrNumber,
  percent: z
    .number()
    .nullable()
    .describe('Hvor mye mer eller mindre, med én desimal; null der det ikke gir mening'),
  warning: z.string().nullable(),
})
export type PriceChange = Readonly<z.output<typeof priceChange>>

const changedPrice = priceChange
  .extend({
    ...ofRow,
    validFrom: z.iso.date().optional().describe('Dagen den skal gjelde fra, der raden sier det'),
  })
  .meta({ id: 'ImportedPrice' })
export type ChangedPrice = Readonly<z.output<typeof changedPrice>>

const fieldValue = z.union([z.string(), z.number(), z.boolean(), list(z.string())]).nullable()
const changedField = z
  .object({ field: z.string(), from: fieldValue, to: fieldValue, ...ofRow })
  .meta({ id: 'ImportedField' })
export type ChangedField = Readonly<z.output<typeof changedField>>

/** `field` is the label of a field or of a part of the price. */
export const plannedChange = changedField
  .extend({ validFrom: z.iso.date().optional() })
  .meta({ id: 'PlannedChange' })
export type PlannedChange = Readonly<z.output<typeof plannedChange>>

const summary = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  deleted: z.int().optional().describe('Der valgte poster slettes'),
})
export type ImportSummary = Readonly<z.output<typeof summary>>

const understood = z.object({
  format: z.enum(['csv', 'xlsx', 'nelfo', 'selection']),
  sheet: z.string().optional().describe('Arbeidsbok: arket som er lest'),
  text: z.string(),
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  decimal: z.enum(decimalMarks).nullable(),
  currency: z
    .enum(currencies)
    .nullable()
    .describe('Hva beløp uten valuta leses som; null der det ikke er noen'),
  rows: z.int(),
  uniqueIdentifier: z.string().describe('Feltet som radene ble kjent igjen på'),
  columns: list(z.object({ heading: z.string(), field: z.string().nullable() })),
})

export const listed = 1_000

export const importAnswer = z
  .object({
    success: z.literal(true),
    message: z.string(),
    summary,
    updatedRecords: z
      .int()
      .optional()
      .describe('Poster som radene i `updated` endrer: flere rader kan gjelde én post'),
    createdSuppliers: z.int(),
    createdManufacturers: z.int(),
    skipped: z.partialRecord(z.enum(Object.keys(skipReasons) as SkipReason[]), z.int()),
    errors: list(problem),
    warnings: list(problem).describe(`Høyst ${listed}`),
    warningCount: z.int(),
    priceChanges: list(changedPrice).describe(`Høyst ${listed}`),
    priceChangeCount: z.int(),
    changes: list(changedField).describe(`Høyst ${listed}; alle er i /jobs/{importId}/changes`),
    changeCount: z.int(),
    impact: priceImpact
      .nullable()
      .describe(
        'Hva prisene ville gjøre med kostnader; null der ingen endres, eller det ikke lot seg regne ut',
      )
      .optional(),
    refusal: z
      .string()
      .nullable()
      .describe('Hvorfor ingenting skrives: flere priser endres enn det ble gitt lov til'),
    understood,
    dryRun: z.boolean(),
    importId: z.string().describe('Jobben: /api/csv-import/jobs/{importId}'),
  })
  .meta({ id: 'ImportAnswer' })
export type ImportAnswer = Readonly<z.output<typeof importAnswer>>

export const isTable = ({ understood: { format } }: ImportAnswer): boolean =>
  format === 'csv' || format === 'xlsx'
