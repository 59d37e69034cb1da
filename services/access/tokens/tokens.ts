import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { NewToken } from '#contracts/access-answers.ts'
import type { Session } from '../sessions/sessions.ts'
import { randomToken } from '../store/keys.ts'
import { createLookUps } from '../store/look-ups.ts'
import type { Visitor } from '../store/visitor.ts'
import { findToken, type TokenContext } from './find-token.ts'
import {
  deleteExpired,
  deleteToken,
  deleteTokens,
  insertToken,
  listTokens,
  type TokenWishes,
} from './token-table.ts'

const mostKnown = 20_000
const prefix = 'stykkliste_'

/** The API token that came with a request. Other bearers are for whoever stands before us. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(stykkliste_\S+)$/i.exec(headers.authorization ?? '')?.[1]

export const createTokens = (context: TokenContext) => {
  const { db, now } = context
  const lookUps = createLookUps<Session>()
  const known = new LRUCache<string, true>({ max: mostKnown })
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
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
    /** Whether it was good before: strangers can make up as many as they like. */
    isKnown: (token: string): boolean => known.has(token),
    /** Accounts have changed: nothing looked up before counts any more. */
    forget: lookUps.forget,
    create: async (wishes: TokenWishes, createdBy: string): Promise<NewToken> => {
      const token = prefix + randomToken()
      return { ...(await insertToken(db, token, wishes, createdBy, now())), token }
    },
    of: (accountId: string) => listTokens(db, accountId),
    revoke: (id: string, accountId: string) => changed(deleteToken(db, id, accountId)),
    revokeAll: (accountId: string) => changed(deleteTokens(db, accountId)),
    forgetExpired: () => deleteExpired(db, now()),
  }
}
