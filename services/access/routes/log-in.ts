import { z } from 'zod'
import { refused } from '#kernel/refused.ts'
import type { Access } from '../access.ts'
import {
  accountByName,
  spendTotpStep,
  updateAccount,
  usernameKey,
  type Account,
} from '../accounts/accounts.ts'
import { hashPassword, isOutdated, isPassword } from '../passwords/passwords.ts'
import { passwordAttempt, totpAttempt } from '../throttle/limits.ts'
import { TooManyAttempts, type Verdict } from '../throttle/throttle.ts'
import { stepOf } from '../passwords/totp.ts'
import type { Visitor } from '../store/visitor.ts'

export const credentials = z.strictObject({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
  code: z.string().max(20).optional(),
})

/** False if it was used before. */
const isCode = async (
  { db, keys, now }: Access,
  { id, totpSecret }: Account,
  code: string,
): Promise<boolean> => {
  const step = stepOf(keys.decrypt(totpSecret!), code, now())
  return step !== null && spendTotpStep(db, id, step)
}

/** Known devices are exempt from the shared limit, so that strangers cannot lock the owner out. */
const proveCode = (
  access: Access,
  account: Account,
  code: string,
  device: string | null,
): Promise<boolean> =>
  device === null
    ? access.throttle.attempt(
        totpAttempt(usernameKey(account.username)),
        async ({ failed, succeeded }) => {
          const isRight = await isCode(access, account, code)
          await (isRight ? succeeded() : failed())
          return isRight
        },
      )
    : isCode(access, account, code)

// Not logged as typed: an unknown name may be a password in the wrong field.
const unknown = { id: null, username: 'ukjent' }

type Attempt = z.output<typeof credentials> & {
  readonly visitor: Visitor
  readonly device: string | null
}

const prove = async (
  access: Access,
  { username, password, code, visitor, device }: Attempt,
  { failed, succeeded }: Verdict,
): Promise<Account> => {
  const fail = async (account: Account | null, reason: string) => {
    await failed()
    await access.log.write('authn_login_fail', account ?? unknown, visitor, { reason })
  }
  const account = await accountByName(access.db, username)
  const hash = account?.passwordHash ?? null
  if (!(await isPassword(password, hash, device !== null)) || !account) {
    await fail(account, 'password')
    throw refused('UNAUTHENTICATED', 'Feil brukernavn eller passord.')
  }
  if (!account.active) {
    await fail(account, 'deactivated')
    throw refused('FORBIDDEN', 'Kontoen er deaktivert. Ta kontakt med en administrator.')
  }
  if (account.totpSecret !== null && !code?.trim())
    throw refused('UNAUTHENTICATED', 'Skriv inn engangskoden.', { needs: 'code' })
  if (account.totpSecret !== null && !(await proveCode(access, account, code!, device))) {
    await fail(account, 'code')
    throw refused('UNAUTHENTICATED', 'Feil engangskode.', { needs: 'code' })
  }
  await succeeded()
  return account
}

/** @throws Refused with the same text and timing for an unknown name and a wrong password */
export const logIn = async (access: Access, attempt: Attempt): Promise<Account> => {
  const { db, now, throttle, log } = access
  const { username, password, visitor, device } = attempt
  const account = await throttle
    .attempt(passwordAttempt(usernameKey(username), visitor.address, device), (verdict) =>
      prove(access, attempt, verdict),
    )
    .catch(async (error: unknown) => {
      if (!(error instanceof TooManyAttempts)) throw error
      const account = await accountByName(db, username)
      await log.write('authn_login_lock', account ?? unknown, visitor)
      throw error
    })
  const isWeak = account.passwordHash !== null && isOutdated(account.passwordHash)
  await updateAccount(db, account.id, {
    lastLoginAt: now(),
    // Rehashes with the current parameters, if they were raised.
    passwordHash: isWeak ? await hashPassword(password) : undefined,
  })
  await log.write('authn_login_success', account, visitor)
  return account
}
