import { sql } from 'slonik'
import { z } from 'zod'
import { linkPurpose } from '#contracts/access-answers.ts'
import type { Connection, Transaction } from '../store/database.ts'
import { digest } from '../store/keys.ts'
import { randomBytes } from 'node:crypto'

const lifetime = 24 * 60 * 60 * 1000

export type Purpose = z.output<typeof linkPurpose>

const code = z.object({ purpose: linkPurpose, accountId: z.string().nullable() })
export type Code = z.output<typeof code>

/** Null is the first administrator's code. Revokes earlier codes of the same account. */
export const issueCode = async (
  db: Connection,
  kind: Purpose,
  accountId: string | null,
  now: Date,
): Promise<{ code: string; expiresAt: string }> => {
  const secret = randomBytes(16).toString('base64url')
  const expires = new Date(now.getTime() + lifetime)
  await voidCodes(db, accountId)
  await db.query(sql.unsafe`
    insert into access.codes (code_hash, purpose, account_id, expires_at)
    values (${sql.binary(digest(secret))}, ${kind}, ${accountId}, ${sql.timestamp(expires)})`)
  return { code: secret, expiresAt: expires.toISOString() }
}

export const voidCodes = async (db: Connection, accountId: string | null): Promise<void> => {
  await db.query(
    sql.unsafe`delete from access.codes where account_id is not distinct from ${accountId}::uuid`,
  )
}

const valid = (secret: string, now: Date) =>
  sql.fragment`code_hash = ${sql.binary(digest(secret))} and expires_at > ${sql.timestamp(now)}`

export const findCode = (db: Connection, secret: string, now: Date): Promise<Code | null> =>
  db.maybeOne(sql.type(code)`
    select purpose, account_id as "accountId" from access.codes where ${valid(secret, now)}`)

/** Deletes the code, so that only one of several concurrent attempts succeeds. */
export const redeemCode = (tx: Transaction, secret: string, now: Date): Promise<Code | null> =>
  tx.maybeOne(sql.type(code)`
    delete from access.codes where ${valid(secret, now)}
    returning purpose, account_id as "accountId"`)
