import type { JobAnswer } from '#contracts/csv/answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import { guessMapping } from '#contracts/csv/guess-mapping.ts'
import { type Mapping, columnsFor } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'
import { readStored, writeStored } from '../lib/stored.ts'

/** What was last chosen for files with the same headings, in this browser: a supplier's next file is like its last. */
const key = ({ name }: Entity, headings: readonly string[]) =>
  `stykkliste.kolonner.${name}.${headings.join(';')}`

export const keptMapping = (entity: Entity, headings: readonly string[]) =>
  readStored<Mapping>(key(entity, headings))

export const keepMapping = (entity: Entity, headings: readonly string[], mapping: Mapping) =>
  writeStored(key(entity, headings), mapping)

/** What a file calls its columns, as soon as it has been read that far. */
export const headingsOf = ({ headings, answer }: JobAnswer): readonly string[] =>
  (headings ?? answer?.understood.columns.map(({ heading }) => heading) ?? []).filter(
    (heading) => heading !== '' && heading !== 'Feil',
  )

/** For each heading the key of the column it is, as read or, where nothing could be read, as it may be. */
export const mappingOf = (entity: Entity, job: JobAnswer, chosen: Mapping): Mapping => {
  const headings = headingsOf(job)
  const known = columnsFor(entity, headings)
  const read = new Map(job.answer?.understood.columns.map(({ heading, field }) => [heading, field]))
  const keyOf = (heading: string) =>
    job.answer
      ? columnsOf(entity).find((column) => column.heading === read.get(heading))?.key
      : known[headings.indexOf(heading)]?.key
  const guesses = job.answer ? {} : guessMapping(entity, headings)
  return Object.fromEntries(
    headings.map((heading) => [
      heading,
      chosen[heading] ?? keyOf(heading) ?? guesses[heading] ?? '',
    ]),
  )
}

/** Why a file cannot be read so; null if it can. */
export const wrongWith = (entity: Entity, mapping: Mapping): string | null => {
  const keys = Object.values(mapping)
  const named = (headings: readonly string[]) => headings.map((one) => `«${one}»`).join(' og ')
  const columns = columnsOf(entity)
  const twice = columns.filter(({ key }) => keys.filter((one) => one === key).length > 1)
  if (twice.length > 0)
    return `${named(twice.map(({ heading }) => heading))} er valgt flere ganger.`
  const missing = columns.filter(({ key, required }) => required && !keys.includes(key))
  return missing.length > 0
    ? `Velg også hvilken kolonne som er ${named(missing.map(({ heading }) => heading))}.`
    : null
}
