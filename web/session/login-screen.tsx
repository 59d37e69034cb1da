import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { usePageTitle } from '../lib/page-frame.tsx'
import { Spinner } from '../lib/spinner.tsx'
import { Logo } from '../shell/logo.tsx'
import { logIn, type SessionUser } from './session.ts'

type Props = {
  /** Why this screen is here, where people did not ask for it. */
  notice?: string | undefined
  /** Filled in when someone must log in again. */
  username?: string
  onLogin: (user: SessionUser) => void
}

/** The server asks for a one-time code only of those who have one. */
const wantsCode = (error: unknown) =>
  error instanceof ApiError &&
  typeof error.details === 'object' &&
  error.details !== null &&
  'otp' in error.details

export const LoginScreen = ({ notice, username = '', onLogin }: Props) => {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [code, setCode] = useState(false)
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  usePageTitle('Logg inn')
  useEffect(() => {
    const empty = username ? '[name=password]' : '[name=username]'
    form.current?.querySelector<HTMLElement>(empty)?.focus()
  }, [username])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const filled = new FormData(event.currentTarget)
    const credentials = Object.fromEntries(
      [...filled].map(([key, value]) => [key, String(value as string)]),
    )
    setBusy(true)
    setProblem('')
    try {
      onLogin(await logIn(credentials))
    } catch (error) {
      setCode((before) => before || wantsCode(error))
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <main className="grid min-h-dvh place-items-center bg-canvas p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <Logo />
          <div>
            <p className="text-lg leading-tight font-semibold">Stykkliste</p>
            <p className="text-xs text-muted">Stykkliste-system</p>
          </div>
        </div>
        <form
          ref={form}
          onSubmit={(event) => void submit(event)}
          className="panel flex flex-col gap-4 p-6 shadow-raised"
        >
          <h1 className="text-xl font-semibold">Logg inn</h1>
          {notice && !problem && (
            <output className="block rounded-md bg-accent-soft px-3 py-2 text-sm">{notice}</output>
          )}
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-name`} className="text-sm font-medium">
              Brukernavn
            </label>
            <input
              id={`${id}-name`}
              name="username"
              className="control"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={username}
              required
            />
          </div>
          <div className="flex flex-col gap-1">
            <div className="flex items-baseline justify-between">
              <label htmlFor={`${id}-password`} className="text-sm font-medium">
                Passord
              </label>
              <button
                type="button"
                aria-pressed={visible}
                className="min-h-6 text-xs text-accent hover:underline"
                onClick={() => setVisible(!visible)}
              >
                {visible ? 'Skjul passord' : 'Vis passord'}
              </button>
            </div>
            <input
              id={`${id}-password`}
              name="password"
              type={visible ? 'text' : 'password'}
              className="control"
              autoComplete="current-password"
              required
            />
          </div>
          {code && (
            <div className="flex flex-col gap-1">
              <label htmlFor={`${id}-code`} className="text-sm font-medium">
                Engangskode
              </label>
              <input
                id={`${id}-code`}
                name="otp"
                className="control tabular-nums"
                inputMode="numeric"
                autoComplete="one-time-code"
              />
            </div>
          )}
          {problem && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
              {problem}
            </p>
          )}
          <Button type="submit" look="primary" disabled={busy}>
            {busy && <Spinner />}
            {busy ? 'Logger inn...' : 'Logg inn'}
          </Button>
        </form>
      </div>
    </main>
  )
}
