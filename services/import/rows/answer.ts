import type { ImportAnswer, ImportSummary } from '#contracts/csv/answer.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { madeNames, type MadeByImports } from '#contracts/csv/made.ts'
import { describePriceFile } from '../nelfo/price-file.ts'
import { describeFormat, describeSheet } from '../csv/file-format.ts'
import type { FileTask } from './task.ts'

type Outcome = {
  readonly made: readonly { readonly entity: MadeByImports }[]
  readonly dryRun: boolean
  readonly isCancelled: boolean
}

const number = new Intl.NumberFormat('nb-NO')

const counted = (count: number, many: string, one = many) =>
  count > 0 ? [`${number.format(count)} ${count === 1 ? one : many}`] : []

const madeOf = ({ made }: Outcome, name: MadeByImports) =>
  made.filter(({ entity }) => entity === name).length

const leadFor = ({ job }: FileTask, { dryRun, isCancelled }: Outcome) => {
  if (dryRun) return 'Prøvekjøring: '
  return isCancelled && job.done < job.rows
    ? `Avbrutt etter ${number.format(job.done)} av ${number.format(job.rows)} rader: `
    : ''
}

const messageFor = (
  task: FileTask,
  { created, updated, skipped, unchanged, failed, deleted = 0 }: ImportSummary,
  outcome: Outcome,
): string => {
  const { one, many } = task.entity.noun
  const single = task.job.bulk ? one : many
  const records = task.summary.updatedRecords()
  const ofRows = records === updated ? '' : ` (${number.format(updated)} rader)`
  const [row, rows] = task.job.bulk ? ['post', 'poster'] : ['rad', 'rader']
  const parts = [
    ...counted(created, `nye ${many} opprettet`),
    ...counted(records, `${many} oppdatert${ofRows}`, `${single} oppdatert${ofRows}`),
    ...counted(deleted, `${many} slettet`, `${one} slettet`),
    ...counted(unchanged, `${rows} uten endringer`, `${row} uten endringer`),
    ...counted(skipped, 'rader hoppet over'),
    ...counted(failed, `${rows} med feil`, `${row} med feil`),
    ...madeNames.flatMap((name) =>
      counted(madeOf(outcome, name), `nye ${entityNamed(name).noun.many} opprettet`),
    ),
  ]
  return `${leadFor(task, outcome)}${parts.length > 0 ? parts.join(', ') : 'Filen har ingen rader'}`
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
  const [prices] = counted(moved, 'priser', 'pris')
  const percent = number.format(movedPercent!)
  return `${prices} endres med mer enn ${percent} %. Grensen er ${number.format(maxMovedPrices)}, så ingenting importeres.`
}

const formatOf = ({ job, file: { priceFile, sheet } }: FileTask) => {
  if (job.bulk) return 'selection'
  if (priceFile) return 'nelfo'
  return sheet ? 'xlsx' : 'csv'
}

export const importAnswer = (task: FileTask, outcome: Outcome): ImportAnswer => {
  const { file, summary, job } = task
  const { deleted, ...counted } = summary.counts()
  const counts = job.bulk?.kind === 'delete' ? { ...counted, deleted } : counted
  const { encoding, delimiter, decimal, rows, header } = file
  return {
    success: true,
    message: messageFor(task, counts, outcome),
    summary: counts,
    updatedRecords: summary.updatedRecords(),
    createdSuppliers: madeOf(outcome, 'suppliers'),
    createdManufacturers: madeOf(outcome, 'manufacturers'),
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
