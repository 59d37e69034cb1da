import { refused, type Refused } from '../../../services/kernel/refused.ts'
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
import { TooManyAttempts, type Verdict } from './throttle.ts'
import { stepOf } from './totp.ts'
import type { Visitor } from './visitor.ts'

export type Credentials = {
  readonly username: string
  readonly password: string
  readonly code?: string | undefined
}

/** What somebody who must wait reads. */
export const waitUntil = ({ until }: TooManyAttempts, now: Date): Refused => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minutt' : `${minutes} minutter`
  return refused('TOO_MANY_REQUESTS', `For mange forsøk. Prøv igjen om ${wait}.`, {
    retryAfter: seconds,
  })
}

const wrong = () => refused('UNAUTHENTICATED', 'Feil brukernavn eller passord.')

/** True if the code is right and was not used before. */
const isCode = async (
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
  device: string | null,
): Promise<Account> => {
  const { db, now, throttle, log } = access
  const note = (event: SecurityEvent, account: Account | null, reason?: string) =>
    log.write(
      event,
      // A name that nobody has may be a password typed in the wrong field.
      { accountId: account?.id ?? null, username: account?.username ?? 'ukjent' },
      visitor,
      reason === undefined ? {} : { reason },
    )

  const prove = async ({ failed, succeeded }: Verdict): Promise<Account> => {
    const fail = async (account: Account | null, reason: string) => {
      await failed()
      await note('authn_login_fail', account, reason)
    }
    const account = await accountByName(db, username)
    const hash = account?.passwordHash ?? null
    if (!(await isPassword(password, hash, device !== null)) || !account) {
      await fail(account, 'password')
      throw wrong()
    }
    if (!account.active) {
      await fail(account, 'deactivated')
      throw refused('FORBIDDEN', 'Kontoen er deaktivert. Ta kontakt med en administrator.')
    }
    if (account.totpSecret !== null && !code?.trim())
      throw refused('UNAUTHENTICATED', 'Skriv inn engangskoden.', { needs: 'code' })
    if (account.totpSecret !== null && !(await isCode(access, account, code ?? ''))) {
      await fail(account, 'code')
      throw refused('UNAUTHENTICATED', 'Feil engangskode.', { needs: 'code' })
    }
    await succeeded()
    return account
  }

  const account = await throttle
    .attempt(usernameKey(username), { address: visitor.address, device }, prove)
    .catch(async (error: unknown) => {
      if (!(error instanceof TooManyAttempts)) throw error
      await note('authn_login_lock', await accountByName(db, username))
      throw waitUntil(error, now())
    })
  if (account.passwordHash !== null && isOutdated(account.passwordHash))
    await rehashPassword(db, account.id, await hashPassword(password))
  await noteLogin(db, account.id, now())
  await note('authn_login_success', account)
  return account
}
