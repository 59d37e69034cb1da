import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { may, type Permission } from '#contracts/access.ts'
import type { User } from '#contracts/access-answers.ts'
import { call, save } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { asOf } from '../lib/as-of.ts'
import { forgetDrafts } from '../lib/drafts.ts'
import { removeStored, writeText } from '../lib/stored.ts'

export type SessionUser = Omit<User, 'id'> & {
  /** Until one-time codes are on, the server allows only Min konto. */
  readonly mustSetUpTotp?: boolean
}

/** 'asking' until the server has answered; null if nobody is logged in. */
export type Session = SessionUser | null | 'asking'

const sessionAtom = atom<Session>('asking')

/** The storage key of the user that this browser is logged in as; its windows share one session. */
export const userKey = 'stykkliste.bruker'

export const setSession = (session: Session): void => {
  getDefaultStore().set(sessionAtom, session)
  if (session && session !== 'asking') writeText(userKey, session.username)
}
export const useSession = (): Session => useAtomValue(sessionAtom)

export const useUser = (): SessionUser | null => {
  const session = useSession()
  return session === 'asking' ? null : session
}

/** Hides actions the role lacks; the server checks them too. Nothing can be edited while the past is shown. */
export const usePermissions = () => {
  const user = useUser()
  return (permission: Permission): boolean =>
    user !== null && may(user.role, permission) && (permission !== 'edit' || asOf() === null)
}
export const useMay = (permission: Permission): boolean => usePermissions()(permission)

export type LoginOptions = {
  /** There is no account yet: setup starts with the link that the server printed. */
  readonly setUp: boolean
  /** Single sign-on: a page to go to. */
  readonly oidc: { readonly label: string; readonly url: string } | null
  /** The session has expired. */
  readonly expired: boolean
}

export const noLoginOptions: LoginOptions = { setUp: false, oidc: null, expired: false }

const detailsOf = (error: unknown) =>
  (error instanceof ApiError ? Object(error.details) : {}) as Readonly<Record<string, unknown>>

export const loginOptionsOf = (error: unknown): LoginOptions => ({
  ...noLoginOptions,
  ...detailsOf(error),
})

export const wantsCode = (error: unknown): boolean => detailsOf(error)['needs'] === 'code'

const failures: Readonly<Record<string, string>> = {
  utilgjengelig: 'Innloggingstjenesten svarer ikke akkurat nå.',
  avbrutt: 'Innloggingen ble avbrutt. Prøv igjen.',
  ukjent: 'Kontoen har ikke tilgang her. Ta kontakt med en administrator.',
  deaktivert: 'Kontoen er deaktivert. Ta kontakt med en administrator.',
}

/** The reason for a failed single sign-on, from the query of the return address. */
export const failureIn = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('feil')
  return code === null ? undefined : (failures[code] ?? failures['avbrutt'])
}

type Answer = { user: User; mustSetUpTotp: boolean }

const userOf = ({ user, mustSetUpTotp }: Answer): SessionUser => ({ ...user, mustSetUpTotp })

type CurrentSession =
  | { readonly user: SessionUser }
  | { readonly user: null; readonly offer: LoginOptions }

export const readSession = async (): Promise<CurrentSession> => {
  try {
    const { body } = await call('/api/session', { method: 'GET' })
    return { user: userOf((body as { data: Answer }).data) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      return { user: null, offer: loginOptionsOf(error) }
    throw error
  }
}

export const logIn = async (credentials: Readonly<Record<string, string>>): Promise<SessionUser> =>
  userOf(await save<Answer>('POST', '/api/session', credentials))

/** The storage key that makes the login page show the logout message once. */
export const logoutKey = 'stykkliste.loggetUt'

/** Loads the page again, so that no cached data is left for the next user. */
export const logOut = async (): Promise<void> => {
  await call('/api/session', { method: 'DELETE' })
  removeStored(userKey)
  forgetDrafts()
  writeText(logoutKey, 'yes')
  location.assign('/')
}
