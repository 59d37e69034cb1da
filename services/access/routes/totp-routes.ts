import { z } from 'zod'
import { ownAccount, totpSecret } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import { spendTotpStep, updateAccount } from '../accounts/accounts.ts'
import { base32, createSecret, stepOf, uriOf } from '../passwords/totp.ts'
import { visitorOf } from '../store/visitor.ts'
import { accountAnswer, confirmPassword, fieldError, signedInAccount } from './own-account.ts'

const text = z.string().min(1).max(1000)
const password = 'fire ulike ord uten mening'

/** Secrets that were shown, but not confirmed with a code. A restart loses them; the user then starts again. */
const pending = new Map<string, { secret: Buffer; until: number }>()
const pendingFor = 15 * 60_000

export const totpRoutes = (app: App, access: Access): void => {
  const { db, now, keys, log, sessions, tokens, totpRequired } = access
  const body = z.strictObject({ password: text })
  const example = { password }
  const begin = described({ summary: 'Begynn med engangskode', body, answer: totpSecret, example })
  app.post('/api/access/account/totp', begin, async (request) => {
    const account = await signedInAccount(access, request)
    await confirmPassword(access, request, account, 'password', request.body.password)
    const secret = createSecret()
    pending.set(account.id, { secret, until: now().getTime() + pendingFor })
    return success({ secret: base32(secret), uri: uriOf(secret, account.username) })
  })

  const turnOn = described({
    summary: 'Slå på engangskode',
    body: z.strictObject({ code: text }),
    answer: ownAccount,
    example: { code: '123456' },
  })
  app.put('/api/access/account/totp', turnOn, async (request) => {
    const account = await signedInAccount(access, request)
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

  const turnOff = described({ summary: 'Slå av engangskode', body, answer: ownAccount, example })
  app.delete('/api/access/account/totp', turnOff, async (request) => {
    const account = await signedInAccount(access, request)
    if (totpRequired(account.role)) throw refused('FORBIDDEN', 'Rollen din krever engangskode.')
    await confirmPassword(access, request, account, 'password', request.body.password)
    const changed = await updateAccount(db, account.id, { totpSecret: null })
    await log.write('authn_totp_off', account, visitorOf(request))
    return accountAnswer(access, changed)
  })
}
