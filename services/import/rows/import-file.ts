import { fileKindBytes, fileKind } from '#contracts/csv/file-kinds.ts'
import { priceFileDefaults } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Sheet } from '#kernel/xlsx/workbook.ts'
import { openSelection } from '../bulk/selection.ts'
import { UnreadableFile, type Row } from '../csv/parser.ts'
import type { FileFormat } from '../csv/file-format.ts'
import type { TableChoices } from '../csv/survey-table.ts'
import { readRows, scan } from '../csv/scan.ts'
import { startOf } from '../csv/text-decoder.ts'
import type { PriceFile } from '../nelfo/price-file.ts'
import { readNelfoRows, scanNelfo } from '../nelfo/scan.ts'
import { dayOf, type Job } from '../store/job-repository.ts'
import type { Uploads } from '../store/uploads.ts'
import { readSheetRows, scanWorkbook, sheetsIn } from '../xlsx/scan.ts'

export type ImportFile = FileFormat & {
  readonly priceFile?: PriceFile
  /** Its rows are selected records. */
  readonly isSelection?: boolean
  /** The chosen sheet of a workbook. */
  readonly sheet?: Sheet
  readonly batches: () => AsyncIterable<readonly Row[]>
}

const openWorkbook = async (entity: Entity, path: string, job: Job, choices: TableChoices) => {
  const sheets = await sheetsIn(path)
  // Set before reading, so that the user can choose another sheet if this one is unreadable.
  job.sheets = sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  const format = await scanWorkbook(entity, path, sheets, choices)
  return { ...format, batches: () => readSheetRows(path, format.sheet, format.header) }
}

export const openImportFile = async (
  entity: Entity,
  uploads: Uploads,
  job: Job,
): Promise<ImportFile> => {
  const chunks = uploads.chunks(job.id)
  if (job.bulk) return openSelection(chunks)
  const { options, choices } = job
  const kind = fileKind(await startOf(chunks, fileKindBytes))
  const tableChoices = { ...choices, currency: options.currency }
  if (kind === 'workbook') return openWorkbook(entity, uploads.path(job.id), job, tableChoices)
  if (choices.sheet !== undefined)
    throw new UnreadableFile(`Filen er ingen arbeidsbok, og har ikke noe ark «${choices.sheet}».`)
  if (kind !== 'priceFile') {
    const format = await scan(entity, chunks, tableChoices)
    return { ...format, batches: () => readRows(chunks, format) }
  }
  const [heading] = Object.keys(choices.mapping ?? {})
  if (heading !== undefined)
    throw new UnreadableFile(
      `Filen er en EFO/NELFO-prisfil og har ingen kolonne «${heading}», som kolonnevalgene nevner.`,
    )
  const priceOptions = options.priceFile ?? priceFileDefaults
  const format = await scanNelfo(entity, chunks, choices.encoding, priceOptions, dayOf(job))
  return { ...format, batches: () => readNelfoRows(chunks, format) }
}
