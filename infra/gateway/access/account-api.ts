import { z } from 'zod'
import { sessionOf, type RuleBook } from '../door/rules.ts'
import { Refused, refused } from '../../../services/kernel/refused.ts'
import { invalid } from '#contracts/refusals.ts'
import { success } from '#contracts/answers.ts'
import type { FastifyRequest } from 'fastify'
import type { Access } from './access.ts'
import { accountById, setPassword, setTotp, type Account } from './accounts.ts'
import { minimumLength, passwordProblem } from './password-rules.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { SecurityEvent } from './security-log.ts'
import { sessionAnswer, signIn } from './session-api.ts'
import { waitUntil } from './log-in.ts'
import { TooManyAttempts, type Verdict } from './throttle.ts'
import { base32, createSecret, stepOf, uriOf } from './totp.ts'
import { visitorOf } from './visitor.ts'

const text = z.string().min(1).max(1000)

export const fieldError = (path: string, message: string): Refused =>
  new Refused(invalid([{ path, message }]))

/** TOTP secrets shown but not yet confirmed by a code. Lost on a restart, which only costs a new try. */
const pending = new Map<string, { secret: Buffer; until: number }>()
const pendingFor = 15 * 60_000

/** "Min konto": what people do with their own account. */
export const accountApi = (access: Access, rules: RuleBook): Promise<void> => {
  const { db, now, log, sessions, keys, throttle, totpRequired } = access

  const own = async (request: FastifyRequest): Promise<Account> => {
    const account = await accountById(db, sessionOf(request).user.id)
    if (!account) throw refused('UNAUTHENTICATED')
    return account
  }

  const note = (request: FastifyRequest, event: SecurityEvent, { id, username }: Account) =>
    log.write(event, { accountId: id, username }, visitorOf(request))

  /** A stolen session must not be enough to take the account over, nor to guess its password. */
  const confirm = async (
    request: FastifyRequest,
    account: Account,
    path: string,
    given: string,
  ) => {
    const prove = async ({ failed, succeeded }: Verdict) => {
      if (await isPassword(given, account.passwordHash)) return succeeded()
      await failed()
      throw fieldError(path, 'Feil passord.')
    }
    await throttle
      .attempt(`own:${account.id}`, { address: request.ip }, prove)
      .catch((error: unknown) => {
        throw error instanceof TooManyAttempts ? waitUntil(error, now()) : error
      })
  }

  const answer = (account: Account) =>
    success({
      id: account.id,
      username: account.username,
      name: account.name,
      role: account.role,
      hasPassword: account.passwordHash !== null,
      totp: account.totpSecret !== null,
      totpRequired: totpRequired(account.role),
      passwordChangedAt: account.passwordChangedAt,
      lastLoginAt: account.lastLoginAt,
      minimumLength: minimumLength(account.role),
    })

  return rules.within('own-account', (app) => {
    app.get('/api/access/account', async (request) => answer(await own(request)))

    app.put(
      '/api/access/account/password',
      { schema: { body: z.strictObject({ currentPassword: text, newPassword: text }) } },
      async (request, reply) => {
        const account = await own(request)
        const { currentPassword, newPassword } = request.body
        await confirm(request, account, 'currentPassword', currentPassword)
        const problem = passwordProblem(newPassword, account)
        if (problem) throw fieldError('newPassword', problem)
        await setPassword(db, account.id, await hashPassword(newPassword), now())
        await sessions.endAll(account.id)
        await note(request, 'authn_password_change', account)
        const changed = await own(request)
        return reply.send(sessionAnswer(await signIn(access, request, changed)))
      },
    )

    app.get('/api/access/account/sessions', async (request) => {
      const { id, user } = sessionOf(request)
      const rows = await sessions.of(user.id)
      return success(rows.map((row) => ({ ...row, current: row.id === id })))
    })

    app.delete('/api/access/account/sessions', async (request) => {
      const { id, user } = sessionOf(request)
      const ended = await sessions.endOthers(user.id, id)
      await note(request, 'session_ended', await own(request))
      return success({ ended })
    })

    app.delete(
      '/api/access/account/sessions/:id',
      { schema: { params: z.object({ id: z.string() }) } },
      async (request) => {
        const account = await own(request)
        if ((await sessions.end(request.params.id, account.id)) === 0) throw refused('NOT_FOUND')
        await note(request, 'session_ended', account)
        return success({ id: request.params.id })
      },
    )

    app.post(
      '/api/access/account/totp',
      { schema: { body: z.strictObject({ password: text }) } },
      async (request) => {
        const account = await own(request)
        await confirm(request, account, 'password', request.body.password)
        const secret = createSecret()
        pending.set(account.id, { secret, until: now().getTime() + pendingFor })
        return success({ secret: base32(secret), uri: uriOf(secret, account.username) })
      },
    )

    app.put(
      '/api/access/account/totp',
      { schema: { body: z.strictObject({ code: text }) } },
      async (request) => {
        const account = await own(request)
        const started = pending.get(account.id)
        if (!started || started.until < now().getTime())
          throw fieldError('code', 'Begynn på nytt: det gikk for lang tid.')
        const step = stepOf(started.secret, request.body.code, now())
        if (step === null) throw fieldError('code', 'Feil kode.')
        pending.delete(account.id)
        await setTotp(db, account.id, keys.encrypt(started.secret), step)
        sessions.forget()
        await note(request, 'authn_totp_on', account)
        return answer(await own(request))
      },
    )

    app.delete(
      '/api/access/account/totp',
      { schema: { body: z.strictObject({ password: text }) } },
      async (request) => {
        const account = await own(request)
        if (totpRequired(account.role)) throw refused('FORBIDDEN', 'Rollen din krever engangskode.')
        await confirm(request, account, 'password', request.body.password)
        await setTotp(db, account.id, null)
        await note(request, 'authn_totp_off', account)
        return answer(await own(request))
      },
    )
  })
}
