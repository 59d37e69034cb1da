import { Refused, refused } from '../../../services/kernel/refused.ts'
import { refuse } from '#contracts/refusals.ts'
import type { Access } from './access.ts'
import {
  accountByName,
  noteLogin,
  rehashPassword,
  usernameKey,
  spendTotpStep,
  type Account,
} from './accounts.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { SecurityEvent } from './security-log.ts'
import { stepOf } from './totp.ts'
import type { Visitor } from './visitor.ts'

export type Credentials = {
  readonly username: string
  readonly password: string
  readonly code?: string | undefined
}

const tooMany = (until: Date, now: Date): Refused => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minutt' : `${minutes} minutter`
  return refused('TOO_MANY_REQUESTS', `For mange forsøk. Prøv igjen om ${wait}.`, {
    retryAfter: seconds,
  })
}

const wrong = () => refused('UNAUTHENTICATED', 'Feil brukernavn eller passord.')

/** True if the code is right and was not used before. */
export const isCode = async (
  { db, keys, now }: Access,
  account: Account,
  code: string,
): Promise<boolean> => {
  if (account.totpSecret === null) return false
  const step = stepOf(keys.decrypt(account.totpSecret), code, now())
  return step !== null && spendTotpStep(db, account.id, step)
}

/**
 * The account that the credentials open.
 * @throws Refused in the same words and the same time for an unknown name and a wrong password.
 */
export const logIn = async (
  access: Access,
  { username, password, code }: Credentials,
  visitor: Visitor,
): Promise<Account> => {
  const { db, now, throttle, log } = access
  const key = usernameKey(username)
  const note = (event: SecurityEvent, account: Account | null, reason?: string) =>
    log.write(
      event,
      { accountId: account?.id ?? null, username: account?.username ?? username },
      visitor,
      reason === undefined ? {} : { reason },
    )

  const until = await throttle.attempt(key, visitor.address)
  if (until) {
    await note('authn_login_lock', null)
    throw tooMany(until, now())
  }
  const account = await accountByName(db, username)
  if (!(await isPassword(password, account?.passwordHash ?? null)) || !account) {
    await note('authn_login_fail', account, 'password')
    throw wrong()
  }
  if (!account.active) {
    await note('authn_login_fail', account, 'deactivated')
    throw refused('FORBIDDEN', 'Kontoen er sperret. Ta kontakt med en administrator.')
  }
  if (account.totpSecret !== null) {
    if (code === undefined || code.trim() === '') {
      await throttle.undo(key, visitor.address)
      throw new Refused(refuse('UNAUTHENTICATED', 'Skriv inn engangskoden.', { needs: 'code' }))
    }
    if (!(await isCode(access, account, code))) {
      await note('authn_login_fail', account, 'code')
      throw new Refused(refuse('UNAUTHENTICATED', 'Feil engangskode.', { needs: 'code' }))
    }
  }
  await throttle.succeeded(key, visitor.address)
  if (account.passwordHash !== null && isOutdated(account.passwordHash))
    await rehashPassword(db, account.id, await hashPassword(password))
  await noteLogin(db, account.id, now())
  await note('authn_login_success', account)
  return account
}
