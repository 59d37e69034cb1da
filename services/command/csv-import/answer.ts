import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { priceFileInWords } from '#contracts/csv/nelfo/in-words.ts'
import { inWords } from '#contracts/csv/understood.ts'
import { messageFor } from './message.ts'
import type { Work } from './work.ts'

type Outcome = {
  readonly suppliers: number
  readonly manufacturers: number
  readonly dryRun: boolean
  readonly isCancelled: boolean
}

const number = new Intl.NumberFormat('nb-NO')

const leadFor = ({ job }: Work, { dryRun, isCancelled }: Outcome) => {
  if (dryRun) return 'Tørrkjøring: '
  return isCancelled && job.done < job.rows
    ? `Avbrutt etter ${number.format(job.done)} av ${number.format(job.rows)} rader: `
    : ''
}

/** What rows are recognised by is said where it is not what one would expect. */
const readInWords = ({ entity, understood, identifier, job }: Work): string => {
  if (understood.priceFile) return priceFileInWords(understood.priceFile, understood.encoding)
  const isExpected = identifier === (job.options.uniqueIdentifier ?? entity.csv?.identifiers[0])
  return [
    inWords(understood),
    ...(understood.currency ? [`beløp leses som ${understood.currency.code}`] : []),
    ...(isExpected ? [] : [`rader gjenkjennes på ${entity.fields[identifier]!.label}`]),
  ].join(', ')
}

export const importAnswer = (work: Work, outcome: Outcome): ImportAnswer => {
  const { entity, understood, tally, job, identifier } = work
  const { suppliers, manufacturers, dryRun } = outcome
  const summary = tally.summary()
  const { encoding, delimiter, decimal, rows, header } = understood
  return {
    success: true,
    message: messageFor(entity, summary, suppliers, manufacturers, leadFor(work, outcome)),
    summary,
    createdSuppliers: suppliers,
    createdManufacturers: manufacturers,
    ...tally.lists(),
    understood: {
      format: understood.priceFile ? 'nelfo' : 'csv',
      text: readInWords(work),
      encoding,
      delimiter,
      decimal,
      currency: understood.currency?.code ?? null,
      rows,
      uniqueIdentifier: identifier,
      columns: header.headings.map((heading, at) => ({
        heading,
        field: header.columns[at]?.heading ?? null,
      })),
    },
    dryRun,
    importId: job.id,
  }
}
