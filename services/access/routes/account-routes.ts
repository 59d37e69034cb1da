import { z } from 'zod'
import {
  currentSession,
  endedSessions,
  gone,
  listedSession,
  ownAccount,
} from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import { updateAccount } from '../accounts/accounts.ts'
import { passwordProblem } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { sessionOf, type Rules } from '../rules.ts'
import { visitorOf } from '../store/visitor.ts'
import { accountAnswer, confirmPassword, fieldError, signedInAccount } from './own-account.ts'
import { sessionAnswer, signIn } from './session-routes.ts'
import { totpRoutes } from './totp-routes.ts'

const text = z.string().min(1).max(1000)
const password = 'fire ulike ord uten mening'

const passwordRoute = (app: App, access: Access): void => {
  const { db, now, log, sessions } = access
  const route = described({
    summary: 'Bytt passord',
    body: z.strictObject({ currentPassword: text, newPassword: text }),
    answer: currentSession,
    example: { currentPassword: password, newPassword: 'hest batteri stift korrekt' },
  })
  app.put('/api/access/account/password', route, async (request, reply) => {
    const account = await signedInAccount(access, request)
    const { currentPassword, newPassword } = request.body
    await confirmPassword(access, request, account, 'currentPassword', currentPassword)
    const problem = passwordProblem(newPassword, account)
    if (problem) throw fieldError('newPassword', problem)
    const changed = await updateAccount(db, account.id, {
      passwordHash: await hashPassword(newPassword),
      passwordChangedAt: now(),
    })
    await sessions.endAll(account.id)
    await log.write('authn_password_change', account, visitorOf(request))
    return reply.send(sessionAnswer(await signIn(access, request, changed)))
  })
}

const ownSessionRoutes = (app: App, access: Access): void => {
  const { log, sessions } = access
  const list = described({ summary: 'Mine økter', answer: z.array(listedSession) })
  app.get('/api/access/account/sessions', list, async (request) => {
    const { id, user } = sessionOf(request)
    return success(await sessions.of(user.id, id))
  })

  const endOthers = described({ summary: 'Avslutt mine andre økter', answer: endedSessions })
  app.delete('/api/access/account/sessions', endOthers, async (request) => {
    const { id, user } = sessionOf(request)
    const ended = await sessions.endOthers(user.id, id)
    await log.write('session_ended', user, visitorOf(request))
    return success({ ended })
  })

  const params = z.object({ id: z.string() })
  const endOne = described({ summary: 'Avslutt en av mine økter', params, answer: gone })
  app.delete('/api/access/account/sessions/:id', endOne, async (request) => {
    const account = await signedInAccount(access, request)
    if ((await sessions.end(request.params.id, account.id)) === 0) throw refused('NOT_FOUND')
    await log.write('session_ended', account, visitorOf(request))
    return success({ id: request.params.id })
  })
}

export const accountRoutes = (access: Access, rules: Rules): Promise<void> =>
  rules.within('own-account', (app) => {
    app.get(
      '/api/access/account',
      described({ summary: 'Min konto', answer: ownAccount }),
      async (request) => accountAnswer(access, await signedInAccount(access, request)),
    )
    passwordRoute(app, access)
    ownSessionRoutes(app, access)
    totpRoutes(app, access)
  })
