import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles } from '#contracts/access.ts'
import { currentSession } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { Rules } from '../rules.ts'
import type { Access } from '../access.ts'
import { hasAccounts, usernameKey, type Account } from '../accounts/accounts.ts'
import { deviceOf, rememberDevice, sidOf } from '../sessions/cookies.ts'
import { credentials, logIn } from './log-in.ts'
import { identify } from '../identify.ts'
import type { Session } from '../sessions/sessions.ts'
import { visitorOf } from '../store/visitor.ts'
import { tokenOf } from '../tokens/tokens.ts'

export const sessionAnswer = ({ user, expiresAt, mustSetUpTotp }: Session) =>
  success({ user, permissions: roles[user.role].may, expiresAt, mustSetUpTotp })

/** A new session id prevents session fixation. */
export const signIn = async (
  { sessions }: Access,
  request: FastifyRequest,
  account: Account,
): Promise<Session> => {
  const former = await sessions.find(sidOf(request) ?? '')
  if (former) await sessions.end(former.id, former.user.id)
  const { sid, session } = await sessions.begin(account, visitorOf(request))
  request.session.regenerate()
  request.session.set('sid', sid)
  rememberDevice(request, usernameKey(account.username))
  return session
}

export type OidcOffer = { readonly label: string; readonly url: string } | null

export const sessionRoutes = (access: Access, rules: Rules, oidc: OidcOffer): Promise<void> => {
  const { db, sessions, log } = access

  return rules.within('anyone', (app) => {
    const enter = described({
      summary: 'Logg inn',
      body: credentials,
      answer: currentSession,
      example: { username: 'kari', password: 'fire ulike ord uten mening' },
    })
    app.post('/api/session', enter, async (request, reply) => {
      const device = deviceOf(request, usernameKey(request.body.username))
      const account = await logIn(access, { ...request.body, visitor: visitorOf(request), device })
      return reply.send(sessionAnswer(await signIn(access, request, account)))
    })

    const current = described({ summary: 'Hvem er logget inn', answer: currentSession })
    app.get('/api/session', current, async (request) => {
      const session = await identify(access, request)
      if (session) return sessionAnswer(session)
      const expired = tokenOf(request) === undefined && sidOf(request) !== undefined
      const text = expired ? 'Økten er utløpt. Logg inn på nytt.' : undefined
      throw refused('UNAUTHENTICATED', text, { setUp: !(await hasAccounts(db)), oidc, expired })
    })

    const leave = { schema: { summary: 'Logg ut', response: { 204: z.undefined() } } }
    app.delete('/api/session', leave, async (request, reply) => {
      const session = await sessions.find(sidOf(request) ?? '')
      request.session.delete()
      void reply.header('clear-site-data', '"cache"').clearCookie('position', { path: '/' })
      if (!session) return reply.code(204).send()
      await sessions.end(session.id, session.user.id)
      await log.write('authn_logout', session.user, visitorOf(request))
      return reply.code(204).send()
    })
  })
}
