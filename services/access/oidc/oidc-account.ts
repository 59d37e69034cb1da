import type { IDToken } from 'openid-client'
import { roles, type Role } from '#contracts/access.ts'
import { Refused } from '#kernel/refused.ts'
import type { Access } from '../access.ts'
import {
  accountByName,
  accountBySubject,
  createAccount,
  updateAccount,
  updateKeepingAdministrator,
  type Account,
} from '../accounts/accounts.ts'
import type { Connection } from '../store/database.ts'
import type { Visitor } from '../store/visitor.ts'
import { voidCodes } from '../accounts/one-time-links.ts'
import { newUsername, personName } from '../accounts/names.ts'
import type { OidcEnvironment } from './oidc.ts'

/** Subjects are unique only within an issuer. */
const subjectOf = ({ iss, sub }: IDToken): string => `${iss}|${sub}`

const ranked: readonly Role[] = ['administrator', 'revisor', 'redaktør', 'leser']

const roleIn = (claims: IDToken, claim: string | undefined): Role | undefined => {
  if (claim === undefined) return undefined
  const named = [claims[claim]].flat().filter((value) => typeof value === 'string')
  return ranked.find((role) => named.includes(role) && role in roles)
}

/** Without a claim of the operator's choice, the e-mail address, if the provider has verified it. */
const usernameIn = (claims: IDToken, claim: string | undefined): string | undefined => {
  if (claim !== undefined) return newUsername.safeParse(claims[claim]).data
  return claims['email_verified'] === true ? newUsername.safeParse(claims['email']).data : undefined
}

export type Found = { readonly account: Account } | { readonly problem: 'unknown' | 'deactivated' }

/** An account with a password is never linked: that would take it over. */
const isWaiting = (account: Account | null): account is Account =>
  account !== null && account.passwordHash === null && account.oidcSubject === null

/** Changing the last administrator's role would lock everybody out. */
const withRole = async (
  { db, log, sessions }: Access,
  account: Account,
  role: Role,
  visitor: Visitor,
): Promise<Account> => {
  const noted = (tx: Connection, before: Account, after: Account) => {
    const change = { from: before.role, to: after.role, by: 'oidc' }
    return log.write('user_role_changed', after, visitor, change, tx)
  }
  try {
    const after = await updateKeepingAdministrator(db, account.id, { role }, noted)
    await sessions.endAll(account.id)
    return after
  } catch (error) {
    if (error instanceof Refused) return account
    throw error
  }
}

/** Finds, links or creates the account of an authenticated user. */
export const accountFor = async (
  access: Access,
  claims: IDToken,
  { OIDC_ROLE_CLAIM, OIDC_DEFAULT_ROLE, OIDC_USERNAME_CLAIM }: OidcEnvironment,
  visitor: Visitor,
): Promise<Found> => {
  const { db, now, log } = access
  const subject = subjectOf(claims)
  const role = roleIn(claims, OIDC_ROLE_CLAIM)
  const username = usernameIn(claims, OIDC_USERNAME_CLAIM)

  const bound = await accountBySubject(db, subject)
  if (bound) {
    if (!bound.active) return { problem: 'deactivated' }
    if (role === undefined || role === bound.role) return { account: bound }
    return { account: await withRole(access, bound, role, visitor) }
  }
  const invited = username === undefined ? null : await accountByName(db, username)
  if (isWaiting(invited)) {
    if (!invited.active) return { problem: 'deactivated' }
    await voidCodes(db, invited.id)
    return { account: await updateAccount(db, invited.id, { oidcSubject: subject }) }
  }
  const given = role ?? OIDC_DEFAULT_ROLE
  if (given === undefined || username === undefined || invited) return { problem: 'unknown' }
  const name = personName.safeParse(claims['name']).data ?? username
  const newAccount = { username, name, role: given, passwordHash: null, oidcSubject: subject }
  const account = await createAccount(db, newAccount, now())
  await log.write('user_created', account, visitor, { role: given, by: 'oidc' })
  return { account }
}
