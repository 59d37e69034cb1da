import { enoughToTell, isNelfo } from '#contracts/csv/nelfo/head.ts'
import { priceFileDefaults } from '#contracts/csv/nelfo/options.ts'
import { readRows, scan, type Pieces } from '#contracts/csv/scan.ts'
import type { Row } from '#contracts/csv/parser.ts'
import { UnreadableFile } from '#contracts/csv/problems.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Job } from './job.ts'
import { readNelfoRows, scanNelfo } from './nelfo-scan.ts'

const startOf = async (pieces: Pieces): Promise<string> => {
  let start = ''
  for await (const bytes of pieces()) {
    start += Buffer.from(bytes).toString('latin1')
    if (start.length >= enoughToTell) break
  }
  return start
}

const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' })
/** The day an import was begun, where it was: the same however often it is resumed. */
export const dayOf = ({ startedAt }: Job): string => days.format(new Date(startedAt))

const understandPriceFile = (entity: Entity, pieces: Pieces, job: Job): Promise<Understood> => {
  const { encoding, mapping = {} } = job.choices
  const [heading] = Object.keys(mapping)
  if (heading !== undefined)
    throw new UnreadableFile(
      `Filen er en EFO/NELFO-prisfil og har ingen kolonne «${heading}», som kolonnevalgene nevner.`,
    )
  const options = job.options.priceFile ?? priceFileDefaults
  return scanNelfo(entity, pieces, encoding, options, dayOf(job))
}

/** Reads a file once to find out what it is, by what is in it. */
export const understand = async (entity: Entity, pieces: Pieces, job: Job): Promise<Understood> =>
  isNelfo(await startOf(pieces))
    ? understandPriceFile(entity, pieces, job)
    : scan(entity, pieces, { ...job.choices, currency: job.options.currency })

export const rowsIn = (pieces: Pieces, understood: Understood): AsyncGenerator<readonly Row[]> =>
  understood.priceFile ? readNelfoRows(pieces, understood) : readRows(pieces, understood)
