import { sql } from 'slonik'
import { z } from 'zod'
import type { Role } from '#contracts/access.ts'
import { role, storedSession, type ListedSession, type User } from '#contracts/access-answers.ts'
import { refused } from '#kernel/refused.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Database } from '../store/database.ts'
import { digest, randomToken } from '../store/keys.ts'
import { createLookUps } from '../store/look-ups.ts'
import type { Visitor } from '../store/visitor.ts'

const minute = 60_000
export const absoluteLifetime = 12 * 60 * minute
const idleLifetime = { administrator: 30 * minute, others: 60 * minute } as const
/** Limits writes of last_used_at. */
const markEvery = minute

/** What a session or a token is found with. */
export const sessionRow = z.object({
  id: z.string(),
  accountId: z.string(),
  username: z.string(),
  name: z.string(),
  role,
  hasOnlyPassword: z.boolean(),
  expiresAt: z.string(),
})
/** Beside `a`, which is the account. */
export const sessionColumns = sql.fragment`
  a.id as "accountId", a.username, a.name, a.role,
  a.totp_secret is null and a.password_hash is not null as "hasOnlyPassword"`
const row = sessionRow.extend({ lastUsedAt: z.string() })

export type Session = {
  readonly id: string
  readonly user: User
  readonly expiresAt: string
  /** Nothing but the own account is open until TOTP is set up. */
  readonly mustSetUpTotp: boolean
}

const idleAfter = sql.fragment`
  case when a.role = 'administrator' then ${idleLifetime.administrator}::float8 else ${idleLifetime.others}::float8 end
  * interval '1 millisecond'`

export type SessionContext = {
  readonly db: Database
  readonly now: () => Date
  readonly totpRequired: (role: Role) => boolean
}

const findSession = async (
  { db, now, totpRequired }: SessionContext,
  sid: string,
  marksUse: boolean,
): Promise<Session | null> => {
  const at = sql.timestamp(now())
  const found = await db.maybeOne(sql.type(row)`
    select s.id, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt", ${sessionColumns}
    from access.sessions s join access.accounts a on a.id = s.account_id
    where s.id_hash = ${sql.binary(digest(sid))} and a.active
      and s.expires_at > ${at} and s.last_used_at > ${at} - ${idleAfter}`)
  if (!found) return null
  const { id, accountId, username, name, role: itsRole, expiresAt, hasOnlyPassword } = found
  if (marksUse && now().getTime() - Date.parse(found.lastUsedAt) > markEvery)
    await db.query(sql.unsafe`update access.sessions set last_used_at = ${at} where id = ${id}`)
  return {
    id,
    user: { id: accountId, username, name, role: itsRole },
    expiresAt,
    mustSetUpTotp: totpRequired(itsRole) && hasOnlyPassword,
  }
}

/** Only the cookie has the id. */
const beginSession = async (
  context: SessionContext,
  account: Account,
  { address, browser }: Visitor,
): Promise<{ sid: string; session: Session }> => {
  const { db, now } = context
  const sid = randomToken()
  const at = sql.timestamp(now())
  const expires = new Date(now().getTime() + absoluteLifetime)
  await db.query(sql.unsafe`
    insert into access.sessions
      (id_hash, account_id, created_at, last_used_at, expires_at, address, browser)
    values (${sql.binary(digest(sid))}, ${account.id}, ${at}, ${at},
      ${sql.timestamp(expires)}, ${address}, ${browser})`)
  const session = await findSession(context, sid, true)
  // Deactivated since the login.
  if (!session) throw refused('UNAUTHENTICATED')
  return { sid, session }
}

const sessionsOf = async (
  { db, now }: SessionContext,
  accountId: string,
  current: string,
): Promise<readonly ListedSession[]> => {
  const at = sql.timestamp(now())
  const rows = await db.any(sql.type(storedSession)`
    select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      s.expires_at as "expiresAt", s.address, s.browser
    from access.sessions s join access.accounts a on a.id = s.account_id
    where s.account_id = ${accountId} and s.expires_at > ${at}
      and s.last_used_at > ${at} - ${idleAfter}
    order by s.last_used_at desc, s.id`)
  return rows.map((one) => ({ ...one, current: one.id === current }))
}

export const createSessions = (context: SessionContext) => {
  const { db, now } = context
  const lookUps = createLookUps<Session>()
  const end = async (where: ReturnType<typeof sql.fragment>): Promise<number> => {
    try {
      return (await db.query(sql.unsafe`delete from access.sessions where ${where}`)).rowCount
    } finally {
      lookUps.forget()
    }
  }
  return {
    begin: (account: Account, visitor: Visitor) => beginSession(context, account, visitor),
    /** `marksUse` false: does not extend the session. */
    find: (sid: string, marksUse = true): Promise<Session | null> =>
      lookUps.find(sid, () => findSession(context, sid, marksUse)),
    /** Call after a change of accounts. */
    forget: lookUps.forget,
    end: (id: string, accountId: string) =>
      end(sql.fragment`id::text = ${id} and account_id = ${accountId}`),
    endAll: (accountId: string) => end(sql.fragment`account_id = ${accountId}`),
    endOthers: (accountId: string, kept: string) =>
      end(sql.fragment`account_id = ${accountId} and id <> ${kept}`),
    endExpired: () => end(sql.fragment`expires_at < ${sql.timestamp(now())} - interval '1 day'`),
    of: (accountId: string, current: string) => sessionsOf(context, accountId, current),
  }
}
