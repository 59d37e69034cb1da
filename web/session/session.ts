import { atom, createStore, useAtomValue } from 'jotai'
import { may, type Permission, type User } from '#contracts/access.ts'
import { ApiError, call, save } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { forgetDrafts } from '../lib/drafts.ts'
import { writeText } from '../lib/stored.ts'

export type SessionUser = Omit<User, 'id'> & {
  /** Nothing but Min konto is allowed before one-time codes are on. */
  readonly mustSetUpTotp?: boolean
}

/** 'asking' before the server has answered; null when nobody is signed in. */
export type Session = SessionUser | null | 'asking'

export const sessionStore = createStore()
export const sessionAtom = atom<Session>('asking')

export const useSession = (): Session => useAtomValue(sessionAtom, { store: sessionStore })

export const useUser = (): SessionUser | null => {
  const session = useSession()
  return session === 'asking' ? null : session
}

/** What a role lacks is not offered; the server refuses it besides. The past cannot be changed. */
export const usePermissions = () => {
  const user = useUser()
  return (permission: Permission): boolean =>
    user !== null && may(user.role, permission) && (permission !== 'edit' || asOf() === null)
}
export const useMay = (permission: Permission): boolean => usePermissions()(permission)

/** What the login page has to offer and to say: the details of "not signed in". */
export type LoginOptions = {
  /** No account exists yet: the link that the server printed comes first. */
  readonly setUp: boolean
  /** Logging in with the account at work; a page to go to. */
  readonly oidc: { readonly label: string; readonly url: string } | null
  /** A cookie came along that no longer counts. */
  readonly expired: boolean
}

export const noLoginOptions: LoginOptions = { setUp: false, oidc: null, expired: false }

const detailsOf = (error: unknown) =>
  (error instanceof ApiError ? Object(error.details) : {}) as Readonly<Record<string, unknown>>

export const loginOptionsOf = (error: unknown): LoginOptions => ({
  ...noLoginOptions,
  ...detailsOf(error),
})

/** The server asks for a one-time code only of those who have one. */
export const wantsCode = (error: unknown): boolean => detailsOf(error)['needs'] === 'code'

const failures: Readonly<Record<string, string>> = {
  utilgjengelig: 'Innloggingstjenesten svarer ikke akkurat nå.',
  avbrutt: 'Innloggingen ble avbrutt. Prøv igjen.',
  ukjent: 'Kontoen har ikke tilgang her. Ta kontakt med en administrator.',
  deaktivert: 'Kontoen er deaktivert. Ta kontakt med en administrator.',
}

/** Why a login elsewhere failed, from the address it came back to. */
export const failureIn = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('feil')
  return code === null ? undefined : (failures[code] ?? failures['avbrutt'])
}

type Answer = { user: User; mustSetUpTotp: boolean }

const userOf = ({ user, mustSetUpTotp }: Answer): SessionUser => ({ ...user, mustSetUpTotp })

type CurrentSession =
  | { readonly user: SessionUser }
  | { readonly user: null; readonly offer: LoginOptions }

/** Who is signed in; if nobody, what the login page may offer. */
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

/** Is there once somebody has signed out, until it is told. */
export const farewellKey = 'stykkliste.loggetUt'

/** A new page afterwards: nothing of what was read may stay behind. */
export const logOut = async (): Promise<void> => {
  await call('/api/session', { method: 'DELETE' })
  forgetDrafts()
  writeText(farewellKey, 'yes')
  location.assign('/')
}
