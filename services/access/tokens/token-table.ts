import { sql } from 'slonik'
import { z } from 'zod'
import type { Role } from '#contracts/access.ts'
import { listedToken, type ListedToken } from '#contracts/access-answers.ts'
import { refused } from '#kernel/refused.ts'
import type { Database } from '../store/database.ts'
import { digest } from '../store/keys.ts'

const mostTokens = 50
/** How long an expired token is listed, so that its owner sees why it no longer works. */
const listedFor = sql.fragment`interval '30 days'`

const columns = sql.fragment`
  t.id, t.name, t.role, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.last_used_at as "lastUsedAt",
  (select a.username from access.accounts a where a.id = t.created_by and a.id <> t.account_id)
    as "createdBy"`

export const listTokens = (db: Database, accountId: string): Promise<readonly ListedToken[]> =>
  db.any(sql.type(listedToken)`
    select ${columns} from access.tokens t where t.account_id = ${accountId}
    order by t.created_at desc, t.id`)

export type TokenWishes = {
  readonly accountId: string
  readonly name: string
  readonly role: Role
  readonly expiresAt: string
}

/** @throws CONFLICT where the account has too many. */
export const insertToken = async (
  db: Database,
  token: string,
  { accountId, name, role, expiresAt }: TokenWishes,
  createdBy: string,
  now: Date,
): Promise<ListedToken> => {
  const existing = await listTokens(db, accountId)
  if (existing.length >= mostTokens)
    throw refused('CONFLICT', `En konto kan ha ${mostTokens} API-nøkler. Trekk tilbake noen først.`)
  return db.one(sql.type(listedToken)`
    with t as (
      insert into access.tokens
        (token_hash, account_id, name, role, created_by, created_at, expires_at)
      values (${sql.binary(digest(token))}, ${accountId}, ${name}, ${role}, ${createdBy},
        ${sql.timestamp(now)}, ${expiresAt})
      returning *
    ) select ${columns} from t`)
}

/** The name of the token that was, null if there was none. */
export const deleteToken = async (
  db: Database,
  id: string,
  accountId: string,
): Promise<string | null> => {
  const gone = await db.maybeOne(sql.type(z.object({ name: z.string() }))`
    delete from access.tokens where id::text = ${id} and account_id = ${accountId} returning name`)
  return gone?.name ?? null
}

export const deleteTokens = async (db: Database, accountId: string): Promise<void> => {
  await db.query(sql.unsafe`delete from access.tokens where account_id = ${accountId}`)
}

export const deleteExpired = async (db: Database, now: Date): Promise<void> => {
  await db.query(sql.unsafe`
    delete from access.tokens where expires_at < ${sql.timestamp(now)} - ${listedFor}`)
}
