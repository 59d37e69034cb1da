import { atom, createStore, useAtomValue } from 'jotai'
import { may, type Permission, type Role } from '#contracts/access.ts'
import { call, readJson, save } from '../lib/api.ts'

export type SessionUser = { readonly username: string; readonly name: string; readonly role: Role }

/** 'asking' before the server has answered; null when nobody is signed in. */
export type Session = SessionUser | null | 'asking'

export const sessionStore = createStore()
export const sessionAtom = atom<Session>('asking')

export const useSession = (): Session => useAtomValue(sessionAtom, { store: sessionStore })

export const useUser = (): SessionUser | null => {
  const session = useSession()
  return session === 'asking' ? null : session
}

/** What a role lacks is not offered; the server refuses it besides. */
export const useMay = (permission: Permission): boolean => {
  const user = useUser()
  return user !== null && may(user.role, permission)
}

type Answer = { data?: { user?: SessionUser } } | null

export const askSession = async (): Promise<SessionUser | null> => {
  const answer = await readJson<Answer>('/api/session', { on401: 'null' })
  return answer?.data?.user ?? null
}

export const logIn = async (credentials: Readonly<Record<string, string>>): Promise<SessionUser> =>
  (await save<{ user: SessionUser }>('POST', '/api/session', credentials)).user

/** A new page afterwards: nothing of what was read may stay behind. */
export const logOut = async (): Promise<void> => {
  await call('/api/session', { method: 'DELETE' })
  sessionStorage.setItem('loggedOut', 'yes')
  location.assign('/')
}
