import { sql } from 'slonik'
import { z } from 'zod'
import type { Role, User } from '#contracts/access.ts'
import { role, userOf, type Account } from './accounts.ts'
import { isDatabaseAway } from '../../../services/kernel/database-away.ts'
import type { Database } from './database.ts'
import { digest, randomToken } from './keys.ts'
import type { Visitor } from './visitor.ts'

const minute = 60_000
export const absoluteLifetime = 12 * 60 * minute
const idleLifetime = { administrator: 30 * minute, others: 60 * minute } as const
/** How old a looked-up session may be. A change made by this process counts at once. */
const freshFor = 1000
/** A session in use is marked as such once a minute. */
const markEvery = minute
const cached = 20_000

const row = z.object({
  id: z.string(),
  accountId: z.string(),
  username: z.string(),
  name: z.string(),
  role,
  hasTotp: z.boolean(),
  hasPassword: z.boolean(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
})

export type Session = {
  readonly id: string
  readonly user: User
  readonly expiresAt: string
  /** The role must have TOTP and this account has none yet: only Min konto is open. */
  readonly mustSetUpTotp: boolean
}

const sessionRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  address: z.string(),
  browser: z.string(),
})
type SessionRow = z.output<typeof sessionRow>

type Found = { readonly at: number; readonly session: Promise<Session | null> }

const idleAfter = sql.fragment`
  case when a.role = 'administrator' then ${idleLifetime.administrator}::float8 else ${idleLifetime.others}::float8 end
  * interval '1 millisecond'`

export type Sessions = ReturnType<typeof sessionStore>

export const sessionStore = (
  db: Database,
  now: () => Date,
  totpRequired: (role: Role) => boolean,
) => {
  const found = new Map<string, Found>()
  const at = () => sql.timestamp(now())
  const mustSetUp = (has: { hasTotp: boolean; hasPassword: boolean }, of: Role) =>
    totpRequired(of) && has.hasPassword && !has.hasTotp

  const look = async (sid: string): Promise<Session | null> => {
    const one = await db.maybeOne(sql.type(row)`
      select s.id, a.id as "accountId", a.username, a.name, a.role, s.last_used_at as "lastUsedAt",
        a.totp_secret is not null as "hasTotp", a.password_hash is not null as "hasPassword",
        s.expires_at as "expiresAt"
      from access.sessions s join access.accounts a on a.id = s.account_id
      where s.id_hash = ${sql.binary(digest(sid))} and a.active
        and s.expires_at > ${at()} and s.last_used_at > ${at()} - ${idleAfter}`)
    if (!one) return null
    if (now().getTime() - Date.parse(one.lastUsedAt) > markEvery)
      await db.query(sql.unsafe`
        update access.sessions set last_used_at = ${at()} where id = ${one.id}`)
    const { id, accountId, username, name, expiresAt } = one
    return {
      id,
      user: { id: accountId, username, name, role: one.role },
      expiresAt,
      mustSetUpTotp: mustSetUp(one, one.role),
    }
  }

  const changed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      found.clear()
    }
  }

  const end = (where: ReturnType<typeof sql.fragment>): Promise<number> =>
    changed(
      db.query(sql.unsafe`delete from access.sessions where ${where}`).then((r) => r.rowCount),
    )

  return {
    /** A new session; the id is told to nobody but the cookie. */
    begin: async (
      account: Account,
      { address, browser }: Visitor,
    ): Promise<{ sid: string; session: Session }> => {
      const sid = randomToken()
      const expires = new Date(now().getTime() + absoluteLifetime)
      const made = await db.one(sql.type(z.object({ id: z.string() }))`
        insert into access.sessions
          (id_hash, account_id, created_at, last_used_at, expires_at, address, browser)
        values (${sql.binary(digest(sid))}, ${account.id}, ${at()}, ${at()},
          ${sql.timestamp(expires)}, ${address}, ${browser})
        returning id`)
      const has = {
        hasTotp: account.totpSecret !== null,
        hasPassword: account.passwordHash !== null,
      }
      const session: Session = {
        id: made.id,
        user: userOf(account),
        expiresAt: expires.toISOString(),
        mustSetUpTotp: mustSetUp(has, account.role),
      }
      return { sid, session }
    },

    /** The session that an id from a cookie stands for, if it is still worth anything. */
    find: (sid: string): Promise<Session | null> => {
      const known = found.get(sid)
      const time = Date.now()
      if (known && time - known.at < freshFor) return known.session
      // Everybody passes here, and it changes nothing: a connection that broke is no reason to refuse.
      const session = look(sid).catch((error: unknown) => {
        if (isDatabaseAway(error)) return look(sid)
        throw error
      })
      if (found.size >= cached) found.clear()
      found.set(sid, { at: time, session })
      // A look-up that failed says nothing about the session.
      session.catch(() => found.delete(sid))
      return session
    },

    /** Accounts have changed: nothing looked up before counts any more. */
    forget: (): void => found.clear(),

    end: (id: string, accountId: string) =>
      end(sql.fragment`id::text = ${id} and account_id = ${accountId}`),
    endAll: (accountId: string) => end(sql.fragment`account_id = ${accountId}`),
    endOthers: (accountId: string, kept: string) =>
      end(sql.fragment`account_id = ${accountId} and id <> ${kept}`),
    endExpired: () => end(sql.fragment`expires_at < ${at()} - interval '1 day'`),

    of: (accountId: string): Promise<readonly SessionRow[]> =>
      db.any(sql.type(sessionRow)`
        select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
          s.expires_at as "expiresAt", s.address, s.browser
        from access.sessions s join access.accounts a on a.id = s.account_id
        where s.account_id = ${accountId} and s.expires_at > ${at()}
          and s.last_used_at > ${at()} - ${idleAfter}
        order by s.last_used_at desc, s.id`),
  }
}
