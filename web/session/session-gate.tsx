import { useEffect, useRef, useState, type ReactNode } from 'react'
import useSWR from 'swr'
import { onLostSession } from '../lib/api.ts'
import { messageOf } from '../lib/api-error.ts'
import { RetryButton } from '../lib/loaded.tsx'
import { Loading } from '../lib/spinner.tsx'
import { readText, removeStored } from '../lib/stored.ts'
import { useWindowEvent } from '../lib/use-window-event.ts'
import { Cover } from './cover.tsx'
import { LoginScreen } from './login-screen.tsx'
import { OtherUser } from './other-user.tsx'
import {
  failureIn,
  logoutKey,
  noLoginOptions,
  readSession,
  setSession,
  useSession,
  userKey,
  useUser,
  type SessionUser,
} from './session.ts'

const expired = 'Økten er utløpt. Logg inn på nytt.'
const loggedOut = 'Du er logget ut.'

const accountPage = '/konto'

/** The message after logout, shown once. */
const logoutMessage = (): string | undefined => {
  const notice = readText(logoutKey) ? loggedOut : undefined
  removeStored(logoutKey)
  return notice
}

type Props = { notice: string; user: SessionUser; onLogin: (user: SessionUser) => void }

const LoginAgain = ({ notice, user, onLogin }: Props) => (
  <Cover label="Logg inn" focus="[name=password]">
    <LoginScreen notice={notice} username={user.username} onLogin={onLogin} />
  </Cover>
)

/** Calls answered with 401 wait until the same user has logged in again, here or in another window. */
const useLostSession = (username: string | undefined) => {
  const [lost, setLost] = useState<string | null>(null)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    onLostSession(() => {
      setLost(expired)
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => onLostSession(undefined)
  }, [])
  const renewed = () => {
    setLost(null)
    for (const resume of waiting.current.splice(0)) resume()
  }
  const onOtherWindow = ({ key, newValue }: StorageEvent) => {
    if (key !== userKey) return
    if (newValue === null) setLost(loggedOut)
    if (newValue === username) renewed()
  }
  useWindowEvent('storage', onOtherWindow, username !== undefined)
  return { lost, renewed }
}

const useFirstSession = () => {
  const { data, error, isValidating, mutate } = useSWR('session', readSession, {
    onSuccess: ({ user }) => setSession(user),
  })
  return {
    problem: isValidating ? null : (error as unknown),
    offer: data?.user === null ? data.offer : noLoginOptions,
    mutate,
  }
}

const ToAccount = () => {
  useEffect(() => location.replace(accountPage), [])
  return null
}

const NoAnswer = ({ problem, mutate }: { problem: unknown; mutate: () => unknown }) => (
  <main className="grid min-h-dvh place-items-center p-4 text-center">
    <div role="alert">
      <h1 className="text-xl font-semibold">Systemet svarer ikke</h1>
      <p className="mt-1 mb-4 text-muted">{messageOf(problem)}</p>
      <RetryButton mutate={mutate} />
    </div>
  </main>
)

export const SessionGate = ({ children }: { children: ReactNode }) => {
  const session = useSession()
  const { problem, offer, mutate } = useFirstSession()
  const { lost, renewed } = useLostSession(useUser()?.username)
  const [notice] = useState(logoutMessage)

  if (problem) return <NoAnswer problem={problem} mutate={mutate} />
  if (session === 'asking') return <Loading className="min-h-dvh justify-center" />
  if (!session)
    return (
      <LoginScreen
        notice={notice ?? failureIn(location.search) ?? (offer.expired ? expired : undefined)}
        offer={offer}
        onLogin={setSession}
      />
    )
  if (session.mustSetUpTotp && location.pathname !== accountPage) return <ToAccount />
  return (
    <>
      {children}
      <OtherUser key={session.username} user={session} />
      {lost && (
        <LoginAgain
          notice={lost}
          user={session}
          onLogin={(user) => {
            // Another user must not continue with this user's page, so reload.
            if (user.username !== session.username) return location.reload()
            setSession(user)
            renewed()
          }}
        />
      )}
    </>
  )
}
