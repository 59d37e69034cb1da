import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { count, counted } from '#contracts/counted.ts'
import type { MadeByImports } from '#contracts/csv/made.ts'
import { outcomeTexts } from '#contracts/csv/outcome-texts.ts'
import { describePriceFile } from '../nelfo/price-file.ts'
import { describeFormat, describeSheet } from '../csv/file-format.ts'
import type { FileTask } from './task.ts'

type Outcome = {
  readonly made: readonly { readonly entity: MadeByImports }[]
  readonly dryRun: boolean
  readonly isCancelled: boolean
}

const madeOf = ({ made }: Outcome, name: MadeByImports) =>
  made.filter(({ entity }) => entity === name).length

const leadFor = ({ job }: FileTask, { dryRun, isCancelled }: Outcome) => {
  if (dryRun) return 'Prøvekjøring: '
  return isCancelled && job.done < job.rows
    ? `Avbrutt etter ${count(job.done)} av ${count(job.rows)} rader: `
    : ''
}

/** Mentions the identifier if it is not the default. */
const readInWords = ({ entity, file, job }: FileTask): string => {
  const { identifier } = file
  if (job.bulk) return job.fileName
  if (file.priceFile) return describePriceFile(file.priceFile, file.encoding)
  const isExpected = identifier === (job.options.uniqueIdentifier ?? entity.csv?.identifiers[0])
  return [
    file.sheet ? describeSheet(file, file.sheet) : describeFormat(file),
    ...(file.currency ? [`beløp leses som ${file.currency.code}`] : []),
    ...(isExpected ? [] : [`rader gjenkjennes på ${entity.fields[identifier]!.label}`]),
  ].join(', ')
}

/** Why nothing may be written, although every row is valid. */
const refusalFor = ({ job: { options }, summary }: FileTask): string | null => {
  const { maxMovedPrices, movedPercent } = options
  const moved = summary.moved()
  if (maxMovedPrices === undefined || moved <= maxMovedPrices) return null
  const prices = counted(moved, 'pris', 'priser')
  return `${prices} endres med mer enn ${count(movedPercent!)} %. Grensen er ${count(maxMovedPrices)}, så ingenting importeres.`
}

const formatOf = ({ job, file: { priceFile, sheet } }: FileTask) => {
  if (job.bulk) return 'selection'
  if (priceFile) return 'nelfo'
  return sheet ? 'xlsx' : 'csv'
}

export const importAnswer = (task: FileTask, outcome: Outcome): ImportAnswer => {
  const { file, summary, job } = task
  const { deleted, ...counts } = summary.counts()
  const done = {
    summary: job.bulk?.kind === 'delete' ? { ...counts, deleted } : counts,
    updatedRecords: summary.updatedRecords(),
    createdSuppliers: madeOf(outcome, 'suppliers'),
    createdManufacturers: madeOf(outcome, 'manufacturers'),
  }
  const texts = Object.values(outcomeTexts(task.entity, done, job.bulk !== undefined)).flat()
  const { encoding, delimiter, decimal, rows, header } = file
  return {
    success: true,
    message: `${leadFor(task, outcome)}${texts.join(', ') || 'Filen har ingen rader'}`,
    ...done,
    ...summary.lists(),
    refusal: refusalFor(task),
    understood: {
      format: formatOf(task),
      ...(file.sheet && { sheet: file.sheet.name }),
      text: readInWords(task),
      encoding,
      delimiter,
      decimal,
      currency: file.currency?.code ?? null,
      rows,
      uniqueIdentifier: file.identifier,
      columns: header.headings.map((heading, at) => ({
        heading,
        field: header.columns[at]?.heading ?? null,
      })),
    },
    dryRun: outcome.dryRun,
    importId: job.id,
  }
}
