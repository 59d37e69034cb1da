import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react'
import { messageOf } from '../lib/api-error.ts'
import { Alert } from '../lib/alert.tsx'
import { SubmitButton } from '../lib/dialog-buttons.tsx'
import { LabelledById } from '../lib/labelled.tsx'
import { useWindowTitle } from '../lib/window-title.ts'
import { SecretInput } from '../lib/secret-input.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { logIn, noLoginOptions, wantsCode, type LoginOptions, type SessionUser } from './session.ts'

type FieldProps = ComponentProps<'input'> & { label: string }

const LoginField = ({ label, type, className = '', ...input }: FieldProps) => (
  <LabelledById label={label}>
    {(id) =>
      type === 'password' ? (
        <SecretInput id={id} {...input} />
      ) : (
        <input id={id} className={`control ${className}`} {...input} />
      )
    }
  </LabelledById>
)

const CodeField = () => (
  <LoginField
    label="Engangskode"
    name="code"
    className="tabular-nums"
    inputMode="numeric"
    autoComplete="one-time-code"
  />
)

const OidcLink = ({ label, url }: NonNullable<LoginOptions['oidc']>) => (
  <a
    href={`${url}?to=${encodeURIComponent(location.pathname + location.search)}`}
    className="inline-flex h-9 items-center justify-center rounded-md border border-line-strong/50 bg-surface px-3 font-medium hover:bg-hover"
  >
    {label}
  </a>
)

const useLogin = (onLogin: (user: SessionUser) => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [asksCode, setAsksCode] = useState(false)
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
      const needsCode = !asksCode && wantsCode(error)
      if (needsCode) setAsksCode(true)
      // Being asked for the code is not an error.
      setProblem(needsCode ? '' : messageOf(error))
      setBusy(false)
    }
  }
  return { busy, problem, asksCode, submit }
}

const useFocus = (name: string) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus(), [name])
  return form
}

type Props = {
  /** Why the screen is shown, if the user did not ask for it. */
  notice?: string | undefined
  /** Filled in when the user must log in again. */
  username?: string
  offer?: LoginOptions
  onLogin: (user: SessionUser) => void
}

export const LoginScreen = ({ notice, username = '', offer = noLoginOptions, onLogin }: Props) => {
  const { busy, problem, asksCode, submit } = useLogin(onLogin)
  const known = username ? 'password' : 'username'
  const form = useFocus(asksCode ? 'code' : known)
  useWindowTitle('login', 'Logg inn')

  return (
    <EntryFrame>
      <form ref={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <h1 className="text-xl font-semibold">Logg inn</h1>
        {offer.setUp && (
          <output className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
            Ingen konto er opprettet ennå. Åpne engangslenken som serveren skrev ut ved oppstart.
          </output>
        )}
        {notice && !problem && (
          <output className="block rounded-md bg-accent-soft px-3 py-2 text-sm">{notice}</output>
        )}
        <LoginField
          label="Brukernavn"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
          required
        />
        <LoginField
          label="Passord"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {asksCode && <CodeField />}
        {problem && <Alert>{problem}</Alert>}
        <SubmitButton text="Logg inn" busyText="Logger inn..." busy={busy} />
        {offer.oidc && <OidcLink {...offer.oidc} />}
      </form>
    </EntryFrame>
  )
}
