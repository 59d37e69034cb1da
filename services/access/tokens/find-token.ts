import { sql } from 'slonik'
import { z } from 'zod'
import { lesserRole } from '#contracts/access.ts'
import { role } from '#contracts/access-answers.ts'
import { nobody, type SecurityLog } from '../security-log/security-log.ts'
import {
  sessionColumns,
  sessionRow,
  type Session,
  type SessionContext,
} from '../sessions/sessions.ts'
import { digest } from '../store/keys.ts'
import type { Visitor } from '../store/visitor.ts'

/** Limits writes of last_used_at. */
const markEvery = 60_000

const row = sessionRow.extend({
  tokenName: z.string(),
  tokenRole: role,
  lastUsedAt: z.string().nullable(),
})
type Row = z.output<typeof row>

export type TokenContext = SessionContext & { readonly log: SecurityLog }

const read = ({ db, now }: TokenContext, token: string): Promise<Row | null> =>
  db.maybeOne(sql.type(row)`
    select t.id, t.name as "tokenName", t.role as "tokenRole", t.expires_at as "expiresAt",
      t.last_used_at as "lastUsedAt", ${sessionColumns}
    from access.tokens t join access.accounts a on a.id = t.account_id
    where t.token_hash = ${sql.binary(digest(token))} and a.active
      and t.expires_at > ${sql.timestamp(now())}`)

/** Logs the first use once, even if several are concurrent. */
const markUsed = async (
  { db, now, log }: TokenContext,
  { id, lastUsedAt, accountId, username, tokenName }: Row,
  visitor: Visitor,
): Promise<void> => {
  if (lastUsedAt !== null && now().getTime() - Date.parse(lastUsedAt) <= markEvery) return
  const { rowCount } = await db.query(sql.unsafe`
    update access.tokens set last_used_at = ${sql.timestamp(now())}
    where id = ${id} and (${lastUsedAt !== null} or last_used_at is null)`)
  if (lastUsedAt !== null || rowCount === 0) return
  const owner = { id: accountId, username }
  await log.write('authn_token_used', owner, visitor, { token: tokenName })
}

/** Null if the token is invalid. Its role is limited by the owner's current role. */
export const findToken = async (
  context: TokenContext,
  token: string,
  visitor: Visitor,
): Promise<Session | null> => {
  const found = await read(context, token)
  if (!found) {
    await context.log.write('authn_token_fail', nobody, visitor)
    return null
  }
  await markUsed(context, found, visitor)
  const { id, accountId, username, name, role: ownRole, tokenRole, tokenName, expiresAt } = found
  const role = lesserRole(tokenRole, ownRole)
  return {
    id,
    user: { id: accountId, username, name, role, token: tokenName },
    expiresAt,
    mustSetUpTotp: context.totpRequired(ownRole) && found.hasOnlyPassword,
  }
}
