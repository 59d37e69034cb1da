import { enoughToTell, isNelfo } from '#contracts/csv/file-kinds.ts'
import { priceFileDefaults } from '#contracts/csv/price-file-options.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Row } from '../csv/parser.ts'
import { UnreadableFile } from '../csv/problems.ts'
import { readRows, scan, type FileFormat } from '../csv/scan.ts'
import { startOf, type FileChunks } from '../csv/text-decoder.ts'
import type { PriceFile } from '../nelfo/price-file.ts'
import { readNelfoRows, scanNelfo } from '../nelfo/scan.ts'
import { dayOf, type Job } from '../store/job.ts'

export type ImportFile = FileFormat & { readonly priceFile?: PriceFile }

const openPriceFile = (entity: Entity, chunks: FileChunks, job: Job): Promise<ImportFile> => {
  const { encoding, mapping = {} } = job.choices
  const [heading] = Object.keys(mapping)
  if (heading !== undefined)
    throw new UnreadableFile(
      `Filen er en EFO/NELFO-prisfil og har ingen kolonne «${heading}», som kolonnevalgene nevner.`,
    )
  const options = job.options.priceFile ?? priceFileDefaults
  return scanNelfo(entity, chunks, encoding, options, dayOf(job))
}

export const openImportFile = async (
  entity: Entity,
  chunks: FileChunks,
  job: Job,
): Promise<ImportFile> =>
  isNelfo((await startOf(chunks, enoughToTell)).toString('latin1'))
    ? openPriceFile(entity, chunks, job)
    : scan(entity, chunks, { ...job.choices, currency: job.options.currency })

/** Rows that are planned, done and written down together; `from` counts those before. */
export type RowChunk = { readonly from: number; readonly rows: readonly Row[] }

const chunkSize = 512

export async function* rowChunks(chunks: FileChunks, file: ImportFile): AsyncGenerator<RowChunk> {
  const batches = file.priceFile ? readNelfoRows(chunks, file) : readRows(chunks, file)
  let from = 0
  let rows: Row[] = []
  for await (const batch of batches)
    for (const row of batch) {
      rows.push(row)
      if (rows.length < chunkSize) continue
      yield { from, rows }
      from += rows.length
      rows = []
    }
  if (rows.length > 0) yield { from, rows }
}
