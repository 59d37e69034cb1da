import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import {
  journalChoices,
  journalImport,
  journalRecord,
  journalUser,
  type JournalRecord,
} from '#contracts/history.ts'
import { numberKeys } from '#contracts/search.ts'
import { searchedWords } from '#contracts/text.ts'
import { snake } from '#kernel/database.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { containing } from '../catalogue/search-text.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { caseOf, every, instant, type Fragment } from '../kernel/sql.ts'
import { withNameNow } from '../kernel/usernames.ts'
import { isInPeriod, journalFilter } from './journal-rows.ts'
import { titleOf } from './names.ts'

const mostImports = 200

const users = sql.type(journalUser)`
  select distinct user_id as id, user_name as name from journal_facet order by name, id`

const narrowing = journalFilter.pick({ from: true, to: true, import: true })
type Narrowing = z.output<typeof narrowing>

/** Those that began in the period, and the one asked for. Skips from import to import by index. */
const importsIn = (isThere: Fragment, asked: string | undefined) => sql.type(journalImport)`
  with recursive found (id) as (
    (select import_id from journal where import_id is not null order by import_id limit 1)
    union all
    select (select import_id from journal where import_id > found.id order by import_id limit 1)
    from found where found.id is not null
  )
  select found.id, via, user_name as "user", ${instant(sql.fragment`recorded_at`)} as at
  from found cross join lateral (
    select via, user_name, recorded_at, position from journal
    where import_id = found.id order by position limit 1) first
  where ${isThere} or found.id = ${asked ?? null}
  order by found.id is not distinct from ${asked ?? null} desc, recorded_at desc limit ${mostImports}`

const choicesRoute = (app: App, { pool, usernames }: QueryContext): void => {
  const schema = {
    tags: ['journal'],
    summary: 'Hvem og hvilke importer endringsloggen kan avgrenses til',
    description: `Alle navn som har endret noe, og de ${mostImports} siste importene i perioden, nyeste først, etter den det ble spurt om.`,
    querystring: narrowing,
    response: { 200: successSchema(journalChoices) },
  }
  app.get('/api/journal/choices', { config: { needs: 'audit' }, schema }, async (request) => {
    const { import: asked, ...period }: Narrowing = request.query
    const isThere = (await isInPeriod(pool, period)) ?? sql.fragment`true`
    const periods = await usernames()
    const named = (await pool.any(users)).map((user) => withNameNow(user, periods))
    return success({ users: named, imports: [...(await pool.any(importsIn(isThere, asked)))] })
  })
}

const maxRecords = 50

const query = journalFilter.pick({ entity: true, id: true }).extend({
  q: z
    .string()
    .max(200)
    .default('')
    .describe('Ord som posten har eller har hatt, eller nummeret dens i systemet')
    .meta({ examples: ['transportbånd'] }),
})
type Query = z.output<typeof query>

const row = journalRecord.omit({ title: true, number: true }).extend({
  fields: z.record(z.string(), z.unknown()),
})

const holdsWords = (q: string): Fragment =>
  every(
    searchedWords(q.toWellFormed()).map((word) => sql.fragment`search like ${containing(word)}`),
  )

const isMeant = ({ entity, id, q }: Query): Fragment =>
  every([
    entity && sql.fragment`entity = ${entity}`,
    id === undefined ? undefined : sql.fragment`id = ${id}`,
    q.trim() === '' ? undefined : sql.fragment`(${holdsWords(q)} or id = ${q.trim()})`,
  ])

const title = caseOf(
  sql.fragment`last.entity`,
  entities.map(({ name, title: key }) => [name, sql.fragment`last.fields->>${snake(key)}`]),
)

/** By their last version; found by all they have had. */
const found = (asked: Query) => sql.type(row)`
  select last.entity, last.id, last.fields, last.ended is not null as removed
  from (select distinct entity, id from record_version where ${isMeant(asked)}) known
  cross join lateral (
    select entity, id, fields, ended from record_version
    where entity = known.entity and id = known.id order by position desc limit 1) last
  order by removed, lower(${title}), last.entity, last.id
  limit ${maxRecords}`

const recordOf = ({ entity, id, fields, removed }: z.output<typeof row>): JournalRecord => {
  const numbers = numberKeys(entityNamed(entity))
    .map((key) => fields[snake(key)])
    .filter((value) => typeof value === 'string')
  const number = numbers.find((value) => value !== '') ?? null
  return { entity, id, title: titleOf(entity, id, fields), number, removed }
}

const recordsRoute = (app: App, { pool }: QueryContext): void => {
  const schema = {
    tags: ['journal'],
    summary: 'Poster som endringsloggen kan avgrenses til',
    description: `Høyst ${maxRecords}, også slettede, som står til slutt.`,
    querystring: query,
    response: { 200: successSchema(z.array(journalRecord)) },
  }
  app.get('/api/journal/records', { config: { needs: 'audit' }, schema }, async (request) =>
    success((await pool.any(found(request.query))).map(recordOf)),
  )
}

export const filterChoices = (app: App, context: QueryContext): void => {
  choicesRoute(app, context)
  recordsRoute(app, context)
}
