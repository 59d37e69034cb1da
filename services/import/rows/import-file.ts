import { fileKindBytes, fileKind } from '#contracts/csv/file-kinds.ts'
import { priceFileDefaults } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Sheet } from '#kernel/xlsx/workbook.ts'
import { openSelection, selectionRules } from '../bulk/selection.ts'
import { csvRules, type RowRules } from '../csv/csv-rules.ts'
import { UnreadableFile, type Row } from '../csv/row.ts'
import type { FileFormat } from '../csv/file-format.ts'
import { identifierFor } from '../csv/header-row.ts'
import type { TableChoices } from '../csv/survey-table.ts'
import { readRows } from '../csv/parser.ts'
import { scan } from '../csv/scan.ts'
import { startOf } from '../csv/text-decoder.ts'
import type { PriceFileContext } from '../nelfo/line-rows.ts'
import type { PriceFile } from '../nelfo/price-file.ts'
import { priceFileRules } from '../nelfo/rules.ts'
import { readNelfoRows, scanNelfo } from '../nelfo/scan.ts'
import { dayOf, type Job } from '../store/job-repository.ts'
import type { Uploads } from '../store/uploads.ts'
import { readSheetRows, scanWorkbook } from '../xlsx/scan.ts'

export type ImportFile = FileFormat & {
  readonly priceFile?: PriceFile
  /** The field by which rows find their records. */
  readonly identifier: string
  readonly sheet?: Sheet
  readonly batches: () => AsyncIterable<readonly Row[]>
}

type Needs = { readonly entity: Entity; readonly uploads: Uploads; readonly job: Job }

const openWorkbook = async ({ entity, uploads, job }: Needs, choices: TableChoices) => {
  const path = uploads.path(job.id)
  const format = await scanWorkbook(entity, path, choices, (sheets) => {
    job.sheets = sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  })
  return { ...format, batches: () => readSheetRows(path, format.sheet, format.header) }
}

const openTable = async (needs: Needs, isWorkbook: boolean) => {
  const { entity, uploads, job } = needs
  const { options, choices } = job
  const tableChoices = { ...choices, currency: options.currency }
  if (isWorkbook) return openWorkbook(needs, tableChoices)
  const chunks = uploads.chunks(job.id)
  const format = await scan(entity, chunks, tableChoices)
  return { ...format, batches: () => readRows(chunks, format) }
}

const openPriceFile = async ({ entity, uploads, job }: Needs): Promise<ImportFile> => {
  const { options, choices } = job
  const [heading] = Object.keys(choices.mapping ?? {})
  if (heading !== undefined)
    throw new UnreadableFile(
      `Filen er en EFO/NELFO-prisfil og har ingen kolonne «${heading}», som kolonnevalgene nevner.`,
    )
  const chunks = uploads.chunks(job.id)
  const priceOptions = options.priceFile ?? priceFileDefaults
  const format = await scanNelfo(entity, chunks, choices.encoding, priceOptions, dayOf(job))
  return {
    ...format,
    identifier: entity.csv!.priceFiles!,
    batches: () => readNelfoRows(chunks, format),
  }
}

export const openImportFile = async (needs: Needs): Promise<ImportFile> => {
  const { entity, uploads, job } = needs
  const chunks = uploads.chunks(job.id)
  if (job.bulk) return openSelection(chunks)
  const { sheet } = job.choices
  const kind = fileKind(await startOf(chunks, fileKindBytes))
  if (kind !== 'workbook' && sheet !== undefined)
    throw new UnreadableFile(`Filen er ingen arbeidsbok, og har ikke noe ark «${sheet}».`)
  if (kind === 'priceFile') return openPriceFile(needs)
  const table = await openTable(needs, kind === 'workbook')
  return {
    ...table,
    identifier: identifierFor(entity, table.header, job.options.uniqueIdentifier),
  }
}

export const rulesFor = (
  { job, entity }: Needs,
  file: ImportFile,
  titleOf: PriceFileContext['titleOf'],
): RowRules => {
  const { priceFile, identifier } = file
  const context = { entity, file, options: job.options, today: dayOf(job) }
  if (job.bulk) return selectionRules(context, job.bulk)
  return priceFile
    ? priceFileRules({ ...context, priceFile, identifier, titleOf })
    : csvRules(context, identifier)
}
