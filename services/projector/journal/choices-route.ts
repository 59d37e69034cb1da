import { sql } from 'slonik'
import { success } from '#contracts/answers.ts'
import { journalChoices, journalImport, journalUser } from '#contracts/history.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { instant } from '../kernel/sql.ts'
import { withNameNow } from '../kernel/usernames.ts'

const mostImports = 200

const users = sql.type(journalUser)`
  select distinct user_id as id, user_name as name from journal_facet order by name, id`

/** Skips from import to import by index, however many rows each changed. */
const imports = sql.type(journalImport)`
  with recursive found (id) as (
    (select import_id from journal where import_id is not null order by import_id limit 1)
    union all
    select (select import_id from journal where import_id > found.id order by import_id limit 1)
    from found where found.id is not null
  )
  select found.id, via, user_name as "user", ${instant(sql.fragment`recorded_at`)} as at
  from found cross join lateral (
    select via, user_name, recorded_at from journal
    where import_id = found.id order by position limit 1) first
  order by recorded_at desc limit ${mostImports}`

/** Users and imports for the journal's filter. */
export const choicesRoute = (app: App, { pool, usernames }: QueryContext): void => {
  const schema = {
    tags: ['journal'],
    summary: 'Hvem og hvilke importer endringsloggen kan avgrenses til',
    description: `Alle navn som har endret noe, og de ${mostImports} siste importene, nyeste først.`,
    response: { 200: successSchema(journalChoices) },
  }
  app.get('/api/journal/choices', { config: { needs: 'audit' }, schema }, async () => {
    const periods = await usernames()
    const named = (await pool.any(users)).map((user) => withNameNow(user, periods))
    return success({ users: named, imports: [...(await pool.any(imports))] })
  })
}
