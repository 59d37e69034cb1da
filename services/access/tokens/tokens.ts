import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { listedToken, type ListedToken, type NewToken } from '#contracts/access-answers.ts'
import { refused } from '#kernel/refused.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Database } from '../store/database.ts'
import { digest, randomToken } from '../store/keys.ts'
import { createLookUps } from '../store/look-ups.ts'
import type { Visitor } from '../store/visitor.ts'
import { findToken, type TokenContext } from './find-token.ts'

const mostKnown = 20_000
const mostTokens = 50
const prefix = 'stykkliste_'
/** Expired tokens stay listed, so that the owner sees why one stopped working. */
const listedFor = sql.fragment`interval '30 days'`

const columns = sql.fragment`
  t.id, t.name, t.role, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.last_used_at as "lastUsedAt",
  (select a.username from access.accounts a where a.id = t.created_by and a.id <> t.account_id)
    as "createdBy"`

/** Ignores other bearer tokens, which are for a proxy before us. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(stykkliste_\S+)$/i.exec(headers.authorization ?? '')?.[1]

const listTokens = (db: Database, accountId: string): Promise<readonly ListedToken[]> =>
  db.any(sql.type(listedToken)`
    select ${columns} from access.tokens t where t.account_id = ${accountId}
    order by t.created_at desc, t.id`)

type TokenInput = Pick<ListedToken, 'name' | 'role' | 'expiresAt'> & { readonly accountId: string }

/** @throws CONFLICT if the account has too many */
const createToken = async (
  { db, now }: TokenContext,
  { accountId, name, role, expiresAt }: TokenInput,
  createdBy: string,
): Promise<NewToken> => {
  const existing = await listTokens(db, accountId)
  if (existing.length >= mostTokens)
    throw refused('CONFLICT', `En konto kan ha ${mostTokens} API-nøkler. Trekk tilbake noen først.`)
  const token = prefix + randomToken()
  const listed = await db.one(sql.type(listedToken)`
    with t as (
      insert into access.tokens
        (token_hash, account_id, name, role, created_by, created_at, expires_at)
      values (${sql.binary(digest(token))}, ${accountId}, ${name}, ${role}, ${createdBy},
        ${sql.timestamp(now())}, ${expiresAt})
      returning *
    ) select ${columns} from t`)
  return { ...listed, token }
}

const deleted = z.object({ name: z.string() })

export const createTokens = (context: TokenContext) => {
  const { db, now } = context
  const lookUps = createLookUps<Session>()
  const known = new LRUCache<string, true>({ max: mostKnown })
  const deleteWhere = async (where: ReturnType<typeof sql.fragment>) => {
    try {
      return await db.any(
        sql.type(deleted)`delete from access.tokens where ${where} returning name`,
      )
    } finally {
      lookUps.forget()
    }
  }
  return {
    find: async (token: string, visitor: Visitor): Promise<Session | null> => {
      const session = await lookUps.find(token, () => findToken(context, token, visitor))
      if (session) known.set(token, true)
      return session
    },
    /** Valid before: unlike invented tokens, it gets its own rate limit. */
    isKnown: (token: string): boolean => known.has(token),
    /** Call after a change of accounts. */
    forget: lookUps.forget,
    create: (input: TokenInput, createdBy: string) => createToken(context, input, createdBy),
    of: (accountId: string) => listTokens(db, accountId),
    /** The name of the revoked token, or null. */
    revoke: async (id: string, accountId: string): Promise<string | null> => {
      const [gone] = await deleteWhere(sql.fragment`id::text = ${id} and account_id = ${accountId}`)
      return gone?.name ?? null
    },
    revokeAll: (accountId: string) => deleteWhere(sql.fragment`account_id = ${accountId}`),
    forgetExpired: () =>
      deleteWhere(sql.fragment`expires_at < ${sql.timestamp(now())} - ${listedFor}`),
  }
}
