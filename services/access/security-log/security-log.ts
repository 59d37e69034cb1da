import { sql } from 'slonik'
import { z } from 'zod'
import { loggedRow } from '#contracts/access-answers.ts'
import { createCountedRows, type More } from './batched-writes.ts'
import { refusals, repeated, type SecurityEvent } from './security-events.ts'
import type { Connection, Database } from '../store/database.ts'
import { networkOf, type Visitor } from '../store/visitor.ts'

const mostRefusals = 100_000
const mostInAMinute = 1000
const longestText = 200

const inserted = z.object({ id: z.bigint().transform(Number) })

type Who = {
  readonly id: string | null
  readonly username: string
  /** The name of the API token that was used. */
  readonly token?: string | undefined
}
export type Details = Readonly<Record<string, string | number | boolean | null>>

type Filter = {
  readonly before?: number | undefined
  readonly limit: number
  readonly event?: string | undefined
  readonly user?: string | undefined
}

const cut = (details: Details): Details =>
  Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, longestText) : value,
    ]),
  )

const insert = async (
  db: Connection,
  now: Date,
  event: SecurityEvent,
  { id: accountId, username, token }: Who,
  { address, browser }: Visitor,
  details: Details,
): Promise<number> => {
  const all = token === undefined ? details : { ...details, via: token }
  const { id } = await db.one(sql.type(inserted)`
    insert into access.security_log (at, event, account_id, username, address, browser, details)
    values (${sql.timestamp(now)}, ${event}, ${accountId}, ${username.slice(0, longestText)},
      ${address}, ${browser}, ${sql.jsonb(cut(all))})
    returning id`)
  return id
}

const addTo = (db: Database) => async (counts: readonly More[]) => {
  await db.query(sql.unsafe`
    update access.security_log l set count = l.count + m.more
    from ${sql.unnest(
      counts.map(({ id, more }) => [id, more]),
      ['int8', 'int4'],
    )} as m(id, more)
    where l.id = m.id`)
}

/**
 * What an account did, or was done to it. `user` is a username of then or the account's id. Older rows have no id of
 * whom they were done to, and are found by its name of today.
 */
const concerns = (user: string) => sql.fragment`(
  lower(l.username) = lower(${user}) or account_id::text = ${user}
  or lower(details ->> 'user') = lower(${user}) or details ->> 'userId' = ${user}
  or event = 'user_changed' and lower(details ->> 'from') = lower(${user})
  or not details ? 'userId' and lower(details ->> 'user') =
    (select lower(username) from access.accounts where id::text = ${user}))`

const readFrom = async (db: Database, { before, limit, event, user }: Filter) => {
  const conditions = [sql.fragment`true`]
  if (before !== undefined) conditions.push(sql.fragment`l.id < ${before}`)
  if (event !== undefined) conditions.push(sql.fragment`event = ${event}`)
  if (user !== undefined) conditions.push(concerns(user))
  const rows = await db.any(sql.type(loggedRow)`
    select l.id, at, event, account_id::text as "userId", l.username,
      nullif(a.username, l.username) as "usernameNow", address, browser, details, count
    from access.security_log l left join access.accounts a on a.id = account_id
    where ${sql.join(conditions, sql.fragment` and `)}
    order by l.id desc limit ${limit + 1}`)
  const data = rows.slice(0, limit)
  return { data, next: rows.length > limit ? data.at(-1)!.id : null }
}

/** Kept for five years. The number of refusals is limited too. */
const forgetOld = async (db: Database, now: Date, most: number): Promise<void> => {
  await db.query(sql.unsafe`
    delete from access.security_log where at < ${sql.timestamp(now)} - interval '5 years'`)
  const isRefusal = sql.fragment`event = any(${sql.array([...refusals], 'text')})`
  await db.query(sql.unsafe`
    delete from access.security_log where ${isRefusal} and id <= (
      select id from access.security_log where ${isRefusal} order by id desc offset ${most} limit 1)`)
}

export const nobody: Who = { id: null, username: '' }
const manyPlaces: Visitor = { address: 'mange adresser', browser: '' }

export const createSecurityLog = (
  db: Database,
  now: () => Date,
  { most = mostRefusals, perMinute = mostInAMinute } = {},
) => {
  const counted = createCountedRows(addTo(db), now, perMinute)
  return {
    write: async (
      event: SecurityEvent,
      who: Who,
      visitor: Visitor,
      details: Details = {},
      connection: Connection = db,
    ): Promise<void> => {
      const row = () => insert(connection, now(), event, who, visitor, details)
      const key = `${event}|${networkOf(visitor.address)}|${who.id ?? ''}|${who.token ?? ''}`
      if (repeated.includes(event)) return counted.note({ key, insert: row })
      if (!refusals.includes(event)) return void (await row())
      const rest = () => insert(db, now(), event, nobody, manyPlaces, {})
      await counted.note({ key, insert: row }, { key: event, insert: rest })
    },
    flush: counted.flush,
    read: async (filter: Filter) => {
      await counted.flush()
      return readFrom(db, filter)
    },
    forgetOld: () => forgetOld(db, now(), most),
  }
}

export type SecurityLog = ReturnType<typeof createSecurityLog>
