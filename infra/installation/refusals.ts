import { ours, type Mark } from './mark.ts'

class WrongInstallation extends Error {
  override readonly name = 'WrongInstallation'
}

const unchanged = 'Ingenting er endret.'

export const newer = (name: string, { release, format }: Mark): Error =>
  new WrongInstallation(
    `${name} er skrevet av Stykkliste ${release} (format ${format}), som er nyere enn denne, ` +
      `${ours.release} (format ${ours.format}). ${unchanged} ` +
      'Start den nyere, eller hent tilbake en sikkerhetskopi fra før oppgraderingen.',
  )

export const foreign = (name: string, mark: Mark, other: string, otherMark: Mark): Error =>
  new WrongInstallation(
    `${name} hører til installasjonen ${mark.id}, men ${other} hører til ${otherMark.id}. ${unchanged} ` +
      'Kontroller DATA_DIR, DATABASE_URL og hvilke disker som er koblet til.',
  )

export const gone = (name: string, id: string): Error =>
  new WrongInstallation(
    `${name} er borte, tom eller ikke den som hører til installasjonen ${id}. ${unchanged} ` +
      'Koble den til, eller hent den tilbake fra en sikkerhetskopi. ' +
      `Er den tapt for godt, lages en ny hvis du starter én gang med INSTALLATION_LOST=${id}.`,
  )

export const otherDatabase = (dataDir: string, found: string): Error =>
  new WrongInstallation(
    `I ${dataDir} ligger ${found}, men databasen som hører til, er borte eller en annen. ${unchanged} ` +
      'Hent den tilbake fra en sikkerhetskopi, eller kontroller DATABASE_URL. ' +
      'Skal systemet begynne på nytt, velg en tom mappe med DATA_DIR.',
  )
