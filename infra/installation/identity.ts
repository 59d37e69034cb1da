import { readFileSync } from 'node:fs'
import { z } from 'zod'

const unchanged = 'Ingenting er endret.'

export const newer = (name: string, { release, format }: Mark): Error =>
  new Error(
    `${name} er skrevet av Stykkliste ${release} (format ${format}), som er nyere enn denne, ` +
      `${ours.release} (format ${ours.format}). ${unchanged} ` +
      'Start den nyere, eller hent tilbake en sikkerhetskopi fra før oppgraderingen.',
  )

export const foreign = (name: string, mark: Mark, other: string, otherMark: Mark): Error =>
  new Error(
    `${name} hører til installasjonen ${mark.id}, men ${other} hører til ${otherMark.id}. ${unchanged} ` +
      'Kontroller DATA_DIR, DATABASE_URL og hvilke disker som er koblet til.',
  )

export const gone = (name: string, id: string, hint = ''): Error =>
  new Error(
    `${name} er borte, tom eller ikke den som hører til installasjonen ${id}. ${unchanged} ${hint}` +
      'Koble den til, eller hent den tilbake fra en sikkerhetskopi. ' +
      `Er den tapt for godt, lages en ny hvis du starter én gang med INSTALLATION_LOST=${id}.`,
  )

export const otherDatabase = (dataDir: string, found: string): Error =>
  new Error(
    `I ${dataDir} ligger ${found}, men databasen som hører til, er borte eller en annen. ${unchanged} ` +
      'Hent den tilbake fra en sikkerhetskopi, eller kontroller DATABASE_URL. ' +
      'Skal systemet begynne på nytt, velg en tom mappe med DATA_DIR.',
  )

/** Increase it when an older release can no longer run on the data. */
const format = 2

const packageFile = new URL('../../package.json', import.meta.url)
const { version: release } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/** Every part of an installation carries it, so that parts of two installations are never mixed. */
export const mark = z.object({
  id: z.string(),
  /** Of the newest release that has run on it. */
  format: z.int(),
  release: z.string(),
})
export type Mark = z.output<typeof mark>

export const ours = { format, release }

const isAfter = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0

export const isNewer = (found: Mark): boolean =>
  found.format > format || isAfter(found.release, release)

export const isOlder = (found: Mark): boolean =>
  found.format < format || isAfter(release, found.release)

export type Part = {
  readonly name: string
  readonly read: () => Promise<Mark | null>
  readonly write: (mark: Mark) => Promise<void>
}

export const halfRestored = (dataDir: string, folder: string): Error =>
  new Error(
    `I ${dataDir} ble en sikkerhetskopi ikke hentet helt tilbake: mappen ${folder} ligger igjen. ${unchanged} ` +
      'Kjør npm run restore på nytt. Sier den at mappen ikke er tom, hent kopien tilbake til en tom mappe.',
  )
