import type { JobAnswer } from '#contracts/csv/answer.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import { guessed } from '#contracts/csv/guess.ts'
import { columnsFor, type Mapping } from '#contracts/csv/headings.ts'
import type { Entity } from '#contracts/entity.ts'

/** What a file calls its columns, as soon as it has been read that far. */
export const headingsOf = ({ headings, answer }: JobAnswer): readonly string[] =>
  (headings ?? answer?.understood.columns.map(({ heading }) => heading) ?? []).filter(
    (heading) => heading !== '' && heading !== 'Feil',
  )

/** For each heading the key of the column it is, as read or, where nothing could be read, as it may be. */
export const mappingOf = (entity: Entity, job: JobAnswer, said: Mapping): Mapping => {
  const headings = headingsOf(job)
  const known = columnsFor(entity, headings)
  const read = new Map(job.answer?.understood.columns.map(({ heading, field }) => [heading, field]))
  const keyOf = (heading: string) =>
    job.answer
      ? columnsOf(entity).find((column) => column.heading === read.get(heading))?.key
      : known[headings.indexOf(heading)]?.key
  const guesses = job.answer ? {} : guessed(entity, headings)
  return Object.fromEntries(
    headings.map((heading) => [heading, said[heading] ?? keyOf(heading) ?? guesses[heading] ?? '']),
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
