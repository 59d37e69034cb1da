import type { FastifyRequest } from 'fastify'
import { success } from '#contracts/answers.ts'
import { invalid } from '#contracts/refusals.ts'
import { Refused, refused } from '#kernel/refused.ts'
import type { Access } from '../access.ts'
import { accountById, type Account } from '../accounts/accounts.ts'
import { minimumLength } from '../passwords/password-rules.ts'
import { isPassword } from '../passwords/passwords.ts'
import { sessionOf } from '../rules.ts'
import { passwordAttempt } from '../throttle/limits.ts'

export const fieldError = (path: string, message: string): Refused =>
  new Refused(invalid([{ path, message }]))

export const signedInAccount = async (
  { db }: Access,
  request: FastifyRequest,
): Promise<Account> => {
  const account = await accountById(db, sessionOf(request).user.id)
  if (!account) throw refused('UNAUTHENTICATED')
  return account
}

/** Protects the account from a stolen session. Throttled, so that the session cannot guess the password either. */
export const confirmPassword = (
  { throttle }: Access,
  request: FastifyRequest,
  { id, passwordHash }: Account,
  path: string,
  given: string,
): Promise<void> =>
  throttle.attempt(passwordAttempt(`own:${id}`, request.ip), async ({ failed, succeeded }) => {
    if (await isPassword(given, passwordHash)) return succeeded()
    await failed()
    throw fieldError(path, 'Feil passord.')
  })

export const accountAnswer = ({ totpRequired }: Access, account: Account) =>
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
