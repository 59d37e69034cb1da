import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { definitionOf } from '#contracts/events.ts'
import { journalImport } from '#contracts/history.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { viaText } from '#contracts/via-text.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { instant } from '../kernel/sql.ts'
import type { JournalFilter } from './journal-rows.ts'
import { titleOf } from './names.ts'
import { inSentence } from './phrases.ts'

const versionRow = sql.type(z.object({ fields: z.record(z.string(), z.unknown()) }))

/** The record as a phrase, with its last name; also one that was deleted. */
const recordPhrase = async (pool: DatabasePool, entity: EntityName, id: string) => {
  const version = await pool.maybeOne(versionRow`
    select fields from record_version where entity = ${entity} and id = ${id}
    order by position desc limit 1`)
  const name = version && ` «${titleOf(entity, id, version.fields)}»`
  return `${entityNamed(entity).noun.one} ${id}${name ?? ''}`
}

const importRow = sql.type(journalImport.pick({ via: true, at: true }))

const dayAndTime = new Intl.DateTimeFormat('nb-NO', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Oslo',
})

/** For example 'import priser.csv 1. mars 2026 kl. 10:00'. */
const importPhrase = async (pool: DatabasePool, job: string) => {
  const first = await pool.maybeOne(importRow`
    select via, ${instant(sql.fragment`recorded_at`)} as at from journal
    where import_id = ${job} order by position limit 1`)
  if (!first) return `import ${job}`
  const way = viaText({ ...first.via, line: undefined })
  return `${inSentence(way)} ${dayAndTime.format(new Date(first.at))}`
}

const nameRow = sql.type(z.object({ name: z.string() }))

const userPhrase = async ({ pool, usernames }: QueryContext, user: string) => {
  const written = await pool.anyFirst(nameRow`
    select distinct user_name as name from journal_facet where user_id = ${user} order by name`)
  const had = (await usernames()).filter(({ accountId }) => accountId === user)
  const names = new Set([...written, ...had.map(({ username }) => username)])
  return names.size > 0 ? joinWithAnd([...names]) : user
}

export const exportTitle = async (
  context: QueryContext,
  { entity, id, from, to, user, kind, import: job }: JournalFilter,
  hasParts: boolean,
): Promise<string> => {
  const { pool } = context
  const record =
    entity && (id ? await recordPhrase(pool, entity, id) : entityNamed(entity).noun.many)
  const phrases = [
    record && (hasParts ? `${record} med deler` : record),
    from && `fra ${from}`,
    to && `til ${to}`,
    user && `av ${await userPhrase(context, user)}`,
    kind && `bare «${definitionOf(kind).label}»`,
    job && (await importPhrase(pool, job)),
  ].filter(Boolean)
  return `Revisjonseksport: ${phrases.length > 0 ? phrases.join(', ') : 'hele loggen'}`
}
