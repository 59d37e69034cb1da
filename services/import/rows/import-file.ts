import { enoughToTell, isNelfo } from '#contracts/csv/file-kinds.ts'
import { priceFileDefaults } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { openSelection } from '../bulk/selection.ts'
import { UnreadableFile, type Row } from '../csv/parser.ts'
import type { FileFormat } from '../csv/file-format.ts'
import { readRows, scan } from '../csv/scan.ts'
import { startOf, type FileChunks } from '../csv/text-decoder.ts'
import type { PriceFile } from '../nelfo/price-file.ts'
import { readNelfoRows, scanNelfo } from '../nelfo/scan.ts'
import { dayOf, type Job } from '../store/job-repository.ts'

export type ImportFile = FileFormat & {
  readonly priceFile?: PriceFile
  /** Its rows are the records that somebody selected. */
  readonly isSelection?: boolean
  readonly batches: () => AsyncIterable<readonly Row[]>
}

export const openImportFile = async (
  entity: Entity,
  chunks: FileChunks,
  job: Job,
): Promise<ImportFile> => {
  if (job.bulk) return openSelection(chunks)
  const { options, choices } = job
  if (!isNelfo((await startOf(chunks, enoughToTell)).toString('latin1'))) {
    const format = await scan(entity, chunks, { ...choices, currency: options.currency })
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
