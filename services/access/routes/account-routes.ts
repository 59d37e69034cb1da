import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import { spendTotpStep, updateAccount } from '../accounts/accounts.ts'
import { passwordProblem } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { base32, createSecret, stepOf, uriOf } from '../passwords/totp.ts'
import { sessionOf, type Rules } from '../rules.ts'
import { visitorOf } from '../store/visitor.ts'
import { accountAnswer, confirmPassword, fieldError, ownAccount } from './own-account.ts'
import { sessionAnswer, signIn } from './session-routes.ts'

const text = z.string().min(1).max(1000)

const passwordRoute = (app: App, access: Access): void => {
  const { db, now, log, sessions } = access
  const body = z.strictObject({ currentPassword: text, newPassword: text })
  app.put('/api/access/account/password', { schema: { body } }, async (request, reply) => {
    const account = await ownAccount(access, request)
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
  app.get('/api/access/account/sessions', async (request) => {
    const { id, user } = sessionOf(request)
    return success(await sessions.of(user.id, id))
  })

  app.delete('/api/access/account/sessions', async (request) => {
    const { id, user } = sessionOf(request)
    const ended = await sessions.endOthers(user.id, id)
    await log.write('session_ended', user, visitorOf(request))
    return success({ ended })
  })

  const params = z.object({ id: z.string() })
  app.delete('/api/access/account/sessions/:id', { schema: { params } }, async (request) => {
    const account = await ownAccount(access, request)
    if ((await sessions.end(request.params.id, account.id)) === 0) throw refused('NOT_FOUND')
    await log.write('session_ended', account, visitorOf(request))
    return success({ id: request.params.id })
  })
}

/** Secrets that were shown, but not confirmed with a code. A restart loses them; the user then starts again. */
const pending = new Map<string, { secret: Buffer; until: number }>()
const pendingFor = 15 * 60_000

const totpRoutes = (app: App, access: Access): void => {
  const { db, now, keys, log, sessions, tokens, totpRequired } = access
  const withPassword = { schema: { body: z.strictObject({ password: text }) } }

  app.post('/api/access/account/totp', withPassword, async (request) => {
    const account = await ownAccount(access, request)
    await confirmPassword(access, request, account, 'password', request.body.password)
    const secret = createSecret()
    pending.set(account.id, { secret, until: now().getTime() + pendingFor })
    return success({ secret: base32(secret), uri: uriOf(secret, account.username) })
  })

  const withCode = { schema: { body: z.strictObject({ code: text }) } }
  app.put('/api/access/account/totp', withCode, async (request) => {
    const account = await ownAccount(access, request)
    const started = pending.get(account.id)
    if (!started || started.until < now().getTime())
      throw fieldError('code', 'Begynn på nytt: det gikk for lang tid.')
    const step = stepOf(started.secret, request.body.code, now())
    if (step === null) throw fieldError('code', 'Feil kode.')
    pending.delete(account.id)
    const totpSecret = keys.encrypt(started.secret)
    const changed = await db.transaction(async (tx) => {
      const updated = await updateAccount(tx, account.id, { totpSecret, totpStep: null })
      await spendTotpStep(tx, account.id, step)
      return updated
    })
    sessions.forget()
    tokens.forget()
    await log.write('authn_totp_on', account, visitorOf(request))
    return accountAnswer(access, changed)
  })

  app.delete('/api/access/account/totp', withPassword, async (request) => {
    const account = await ownAccount(access, request)
    if (totpRequired(account.role)) throw refused('FORBIDDEN', 'Rollen din krever engangskode.')
    await confirmPassword(access, request, account, 'password', request.body.password)
    const changed = await updateAccount(db, account.id, { totpSecret: null })
    await log.write('authn_totp_off', account, visitorOf(request))
    return accountAnswer(access, changed)
  })
}

export const accountRoutes = (access: Access, rules: Rules): Promise<void> =>
  rules.within('own-account', (app) => {
    app.get('/api/access/account', async (request) =>
      accountAnswer(access, await ownAccount(access, request)),
    )
    passwordRoute(app, access)
    ownSessionRoutes(app, access)
    totpRoutes(app, access)
  })
