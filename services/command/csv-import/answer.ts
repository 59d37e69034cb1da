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
      text: understood.priceFile
        ? priceFileInWords(understood.priceFile, encoding)
        : inWords(understood),
      encoding,
      delimiter,
      decimal,
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
